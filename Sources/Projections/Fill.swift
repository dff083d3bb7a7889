import Postgres

/// What a rebuild does chunk by chunk in place of a step. A fill by month is whole in itself; one by installation, or one
/// that makes a work table of a quarter, stands for the step of its number, and the steps after that run behind it.
struct Fill: Sendable {
    /// What its chunks are.
    enum Chunks: Sendable {
        /// Spans that follow one another without a gap and hold all times, cut at the ends of the UTC months in which the
        /// ledger has engagement events.
        case months
        /// The same, of three months each: what a chunk adds to rows that it meets again in the next is done less often.
        case quarters
        /// Ranges of `installation_id` that hold about so many permission events.
        case installations
        /// One, which takes over from the live generation what lies before `kept_until`; none where retention dropped nothing.
        case kept
    }

    let chunks: Chunks
    /// Whether its chunks must follow one another: its steps read what those before have written, or would wait for one
    /// another in the same rows.
    let isSerial: Bool
    private(set) var statements: [Statement]
    /// Whether what lies before `kept_until` is taken over by another fill of its number.
    private let followsKept: Bool

    /// nil for a file that is no fill. `files`: all of the projection, in their order.
    init?(_ file: ProjectionFile, among files: [ProjectionFile]) {
        let steps = files.filter { $0.kind == .step }
        followsKept = files.contains { $0.kind == .keep && $0.number == file.number }
        switch file.kind {
        case .step, .erasure: return nil
        case .keep:
            chunks = .kept
            isSerial = false
            statements = [file.statement]
        case .monthFill:
            chunks = .months
            isSerial = false
            statements = [file.statement]
        case .monthWorkFill, .quarterWorkFill, .installationFill:
            switch file.kind {
            case .monthWorkFill: chunks = .months
            case .quarterWorkFill: chunks = .quarters
            default: chunks = .installations
            }
            isSerial = files.contains { $0.kind == .quarterWorkFill }
            statements = [file.statement] + steps.filter { $0.number > file.number }.map(\.statement)
        }
    }

    /// The same chunks with other SQL.
    func altering(_ alter: (Statement) -> Statement) -> Fill {
        var altered = self
        altered.statements = statements.map(alter)
        return altered
    }

    /// The ends of the UTC months in which the ledger has engagement events, in their order. Reads all of the ledger.
    static func monthEnds(_ connection: borrowing Connection) throws -> [String] {
        let found = try connection.execute(Self.findMonths)
        return (0..<found.rowCount).compactMap { found.text($0, 0) }
    }

    /// The bounds of all chunks, in their order: after or from where, and up to where. The first begins with whatever is
    /// there, and so has no lower bound where it is one of installations. In the generation whose settings are meant.
    /// `monthEnds`: as of the function of that name, for fills by month.
    func bounds(
        size: Int, monthEnds: [String], _ connection: borrowing Connection
    ) throws -> [(from: String?, upTo: String?)] {
        let found =
            switch chunks {
            case .months: try connection.execute(Self.months, [.text("\(followsKept)"), .array(monthEnds)])
            case .quarters:
                try connection.execute(
                    Self.months, [.text("\(followsKept)"), .array(Self.every(3, of: monthEnds))])
            case .installations: try connection.execute(Self.installations, [.int(size)])
            case .kept: try connection.execute(Self.kept)
            }
        return (0..<found.rowCount).map { (found.text($0, 0), found.text($0, 1)) }
    }

    /// The values of the statements of a chunk with these bounds.
    func parameters(from: String?, upTo: String?) -> [Parameter] {
        chunks == .kept ? [.optional(from)] : [.optional(from), .optional(upTo)]
    }

    /// Every so many of them, and the last one.
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

    /// The last one has no end, so that a month that comes meanwhile is in it. $1: whether they begin where what is kept
    /// ends; $2: the ends of months.
    private static let months = Statement(
        "cut by months",
        """
        SELECT span.starts, span.ends
        FROM (
            SELECT
                greatest(
                    coalesce(lag(month.ends) OVER by_end, timestamptz '0001-01-01T00:00:00Z'),
                    CASE WHEN $1::boolean THEN projection.kept_until() END
                ) AS starts,
                CASE
                    WHEN lead(month.ends) OVER by_end IS NULL THEN timestamptz '9999-12-31T00:00:00Z'
                    ELSE month.ends
                END AS ends
            FROM unnest($2::timestamptz[]) AS month (ends)
            WINDOW by_end AS (ORDER BY month.ends)
        ) AS span
        WHERE span.starts < span.ends
        ORDER BY span.ends
        """)

    private static let kept = Statement(
        "find what is kept",
        """
        SELECT kept.until, NULL::text
        FROM projection.kept_until() AS kept (until)
        WHERE kept.until IS NOT NULL
        """)

    private static let installations = Statement(
        "find installations",
        """
        SELECT lag(cut.installation_id) OVER (ORDER BY cut.installation_id), cut.installation_id
        FROM (
            SELECT event.installation_id
            FROM (
                SELECT
                    permission_event.installation_id,
                    row_number() OVER (ORDER BY permission_event.installation_id) AS n
                FROM log.permission_event
            ) AS event
            WHERE event.n % $1::bigint = 0
            UNION
            SELECT 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        ) AS cut
        ORDER BY cut.installation_id
        """)
}
