import EventLog
import Postgres

/// The SQL with which a rebuild computes tables chunk by chunk instead of by steps, which is faster.
///
/// A backfill that makes a work table (`work_by_`) replaces only the step of its number: the later steps run after it in each
/// chunk. Others need no steps.
struct Backfill: Sendable {
    /// How a backfill is divided into chunks.
    enum Chunks: Sendable {
        /// Consecutive spans that cover all time. They are cut at the ends of the UTC months in which the ledger
        /// (`log.batch`) has engagement events.
        case months
        /// The same with three months each, for backfills whose chunks update rows of earlier chunks: fewer chunks update a
        /// row less often.
        case quarters
        /// Ranges of `installation_id` with about the same number of permission events each.
        case installations
        /// One chunk, which copies the state before `projection.carry_over_until()` from the live tables. None if retention
        /// has dropped nothing.
        case kept
    }

    let chunks: Chunks
    /// Whether its chunks must run one after another, because their steps read what earlier chunks have written, or
    /// would wait for each other's row locks.
    let isSerial: Bool
    private(set) var statements: [Statement]
    /// Whether another backfill of the same number copies the state before `carry_over_until`, so that this one starts there.
    private let followsKept: Bool

    /// Creates the backfill that a file defines; nil if the file does not define one. `files` are all files of the
    /// projection, in order.
    init?(_ file: ProjectionFile, among files: [ProjectionFile]) {
        let steps = files.filter { $0.kind == .step }
        followsKept = files.contains { $0.kind == .carryOver && $0.number == file.number }
        switch file.kind {
        case .step, .erasure: return nil
        case .carryOver:
            chunks = .kept
            isSerial = false
            statements = [file.statement]
        case .monthBackfill, .installationBackfill:
            chunks = file.kind == .monthBackfill ? .months : .installations
            isSerial = false
            statements = [file.statement]
        case .monthWorkBackfill, .quarterWorkBackfill, .installationWorkBackfill:
            switch file.kind {
            case .monthWorkBackfill: chunks = .months
            case .quarterWorkBackfill: chunks = .quarters
            default: chunks = .installations
            }
            isSerial = files.contains { $0.kind == .quarterWorkBackfill }
            statements = [file.statement] + steps.filter { $0.number > file.number }.map(\.statement)
        }
    }

    /// Returns the same chunks with changed SQL, for tests.
    func altering(_ alter: (Statement) -> Statement) -> Backfill {
        var altered = self
        altered.statements = statements.map(alter)
        return altered
    }

    /// Returns the ends of the UTC months in which the ledger has engagement events, in order. Reads the whole ledger.
    static func monthEnds(_ connection: borrowing Connection) throws -> [String] {
        let found = try connection.execute(Self.findMonths)
        return (0..<found.rowCount).compactMap { found.text($0, 0) }
    }

    /// Returns the bounds of all chunks, in order. Times include the lower bound and not the upper; installations
    /// include the upper bound and not the lower, which is nil in the first chunk. Uses the settings of the generation
    /// whose schema is in the search path.
    ///
    /// - Parameters:
    ///   - size: the number of permission events in a chunk of installations.
    ///   - monthEnds: the result of `monthEnds(_:)`, for backfills by time.
    func bounds(
        size: Int, monthEnds: [String], _ connection: borrowing Connection
    ) throws -> [(from: String?, upTo: String?)] {
        let found =
            switch chunks {
            case .months: try connection.execute(Self.months, [.text("\(followsKept)"), .array(monthEnds)])
            case .quarters:
                try connection.execute(
                    Self.months, [.text("\(followsKept)"), .array(Self.every(3, of: monthEnds))])
            case .installations where try Parts.areThere(connection): try connection.execute(Self.quartersOfIds)
            case .installations: try connection.execute(Self.installations, [.int(size)])
            case .kept: try connection.execute(Self.kept)
            }
        return (0..<found.rowCount).map { (found.text($0, 0), found.text($0, 1)) }
    }

    /// Returns the parameters of the statements of a chunk with these bounds.
    func parameters(from: String?, upTo: String?) -> [Parameter] {
        chunks == .kept ? [.optional(from)] : [.optional(from), .optional(upTo)]
    }

    /// Returns every `count`th of `ends`, and the last one.
    static func every(_ count: Int, of ends: [String]) -> [String] {
        ends.indices.filter { $0 % count == count - 1 || $0 == ends.count - 1 }.map { ends[$0] }
    }

    private static let findMonths = Statement(
        "find months",
        """
        SELECT DISTINCT (named.starts + interval '1 month') AT TIME ZONE 'UTC' AS ends
        FROM log.batch
        CROSS JOIN LATERAL unnest(batch.engagement_months) AS named (starts)
        ORDER BY ends
        """)

    private static let months = SQLFiles.statement("queries/cut_by_months.sql")

    private static let kept = Statement(
        "find what is kept",
        """
        SELECT kept.until, NULL::text
        FROM projection.carry_over_until() AS kept (until)
        WHERE kept.until IS NOT NULL
        """)

    private static let installations = SQLFiles.statement("queries/find_installations.sql")

    /// Four ranges of ids, which are random, because each part of a cluster has few ids of a smaller range.
    private static let quartersOfIds = SQLFiles.statement("queries/cut_ids.sql")
}
