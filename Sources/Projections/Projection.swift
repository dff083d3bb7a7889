import Crypto
public import EventLog
package import Postgres

/// A projection: a folder of `sql/projections/` whose statements bring its state tables from one position of the log
/// (the number of a batch) to a later one. sql/README.md describes the files of such a folder.
///
/// A step computes what some new batches change, in one transaction that also moves the checkpoint (the position up to
/// which the tables are computed). A backfill computes the same state from the whole log, for a rebuild.
public struct Projection: Sendable {
    /// The folder's name, which is also the name of its checkpoint.
    public let name: String
    /// The version, which must be raised whenever the SQL changes what it computes.
    let version: Int
    /// The projections whose state its steps read. They come before it in `all`.
    let reads: [String]
    /// The projections whose state its backfills read, including those that its steps read.
    let backfillsRead: [String]
    /// Whether it counts only the ledger, which a cluster has on the coordinator.
    let isOfLedger: Bool
    /// Its state tables, which a rebuild computes again.
    let tables: [String]
    /// The statements of a step, in order. Those with parameters take two positions and cover the batches after the
    /// first position, up to and including the second.
    private(set) var steps: [Statement]
    /// The backfills that a rebuild runs instead of steps, in order. If there are none, the rebuild runs the steps from the
    /// beginning of the log.
    private(set) var backfills: [Backfill]
    /// What an erasure runs, in order. Each consists of several statements without parameters.
    let erasure: [Statement]
    /// SHA-256 of the SQL that computes its tables: all files except those for erasures and for state that a rebuild
    /// copies.
    let sha256: [UInt8]

    /// All projections, in the order in which they are brought up to date.
    public static let all: [Projection] = [
        Projection(
            name: "journey", version: 12,
            tables: ["journey", "notification_open", "prompt_cell", "daily_reach_change", "installation_set_aside"]),
        Projection(
            name: "opens", version: 12,
            tables: [
                "notification", "opening", "open_without_send", "opens_cell", "campaign_cell", "open_without_send_cell",
            ]),
        Projection(name: "turn_offs", version: 1, reads: ["journey", "opens"], tables: ["lone_send", "turn_off"]),
        Projection(
            name: "activity", version: 3, reads: ["journey"], backfillsRead: ["opens"],
            tables: ["installation_activity", "activity_step"]),
        Projection(name: "states", version: 2, tables: ["notification_state_cell", "state_counted"]),
        Projection(name: "deliveries", version: 2, isOfLedger: true, tables: ["delivery_cell", "delivery_counted"]),
        Projection(
            name: "quality", version: 10,
            tables: ["quality_cell", "quality_counted", "named_model", "shared_installation"]),
    ]

    private init(
        name: String, version: Int, reads: [String] = [], backfillsRead: [String] = [], isOfLedger: Bool = false,
        tables: [String]
    ) {
        let paths = SQLFiles.paths(under: "projections/" + name)
        let files = paths.compactMap(ProjectionFile.init)
            .sorted { ($0.number, $0.order) < ($1.number, $1.order) }
        let steps = files.filter { $0.kind == .step }
        self.name = name
        self.version = version
        self.reads = reads
        self.backfillsRead = reads + backfillsRead
        self.tables = tables
        self.isOfLedger = isOfLedger
        self.steps = steps.map(\.statement)
        backfills = files.compactMap { Backfill($0, among: files) }
        erasure = ProjectionFile.ofErasure(among: files).map(\.statement)
        var hash = SHA256()
        for path in paths where ProjectionFile(path: path)?.kind.computes ?? true {
            hash.update(data: Array(SQLFiles.statement(path).text.utf8))
        }
        sha256 = Array(hash.finalize())
    }

    /// The version and checksum of every projection in this program. `LogStatus` compares them with those that the
    /// tables were computed by.
    public static var programSQL: [LogStatus.ProgramSQL] {
        all.map { LogStatus.ProgramSQL(name: $0.name, version: $0.version, sha256: $0.sha256.hex) }
    }

    /// Returns this projection with changed SQL but the same name and checksum, for tests that must detect the change.
    package func altering(_ alter: (Statement) -> Statement) -> Projection {
        var altered = self
        altered.steps = steps.map(alter)
        altered.backfills = backfills.map { $0.altering(alter) }
        return altered
    }
}

/// A numbered file of a projection's folder: `step_N_X.sql`, `backfill_N_by_month_X.sql`,
/// `backfill_N_by_installation_X.sql`, these with `work_by_` instead of `by_`, `backfill_N_work_by_quarter_X.sql`,
/// `carry_over_N_X.sql` or `erase_N_X.sql`.
struct ProjectionFile {
    enum Kind: String, CaseIterable {
        case step = "step_"
        case monthBackfill = "by_month_"
        case installationBackfill = "by_installation_"
        case monthWorkBackfill = "work_by_month_"
        case quarterWorkBackfill = "work_by_quarter_"
        case installationWorkBackfill = "work_by_installation_"
        case erasure = "erase_"
        case carryOver = "carry_over_"

        /// Whether the file computes state from the log.
        var computes: Bool { self != .erasure && self != .carryOver }
    }

    let kind: Kind
    let number: Int
    let statement: Statement

    /// Creates the file at `path`; nil if its name has none of these forms.
    init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        let forms = ["step_", "backfill_", "carry_over_", "erase_"]
        guard let form = forms.first(where: name.hasPrefix) else { return nil }
        let rest = name.dropFirst(form.count).split(separator: "_", maxSplits: 1)
        guard rest.count == 2, let number = Int(rest[0]) else { return nil }
        switch form {
        case "step_": kind = .step
        case "erase_": kind = .erasure
        case "carry_over_": kind = .carryOver
        default:
            guard let named = Kind.allCases.first(where: { rest[1].hasPrefix($0.rawValue) }) else { return nil }
            kind = named
        }
        self.number = number
        statement = SQLFiles.statement(path)
    }

    /// The sort key among files of one number: `carry_over_` files come first.
    var order: String { kind == .carryOver ? "" : kind.rawValue }

    /// Returns the files that an erasure runs: the `erase_` files, and the steps after the first of them. That first
    /// file replaces the steps up to its own number. `files` are in order.
    static func ofErasure(among files: [ProjectionFile]) -> [ProjectionFile] {
        guard let first = files.first(where: { $0.kind == .erasure }) else { return [] }
        return files.filter { $0.kind == .erasure || $0.kind == .step && $0.number > first.number }
    }
}
