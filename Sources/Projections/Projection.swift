import Crypto
public import EventLog
package import Postgres

/// A projection: a folder of `sql/projections/` whose statements bring its tables from one position of the log to another.
/// docs/decisions/0008-projections.md says what the files of a folder are.
public struct Projection: Sendable {
    /// The folder's name, and the name under which its checkpoint is kept.
    public let name: String
    /// Raised whenever its SQL changes what it computes.
    let version: Int
    /// The projections whose state its steps read; they come before it.
    let reads: [String]
    /// The projections whose state its fills read; those that its steps read are among them.
    let fillsRead: [String]
    /// Its state tables, which a rebuild makes anew.
    let tables: [String]
    /// The statements of a step, in their order. Those that take parameters take two positions, and cover the batches
    /// after the first up to and with the second.
    private(set) var steps: [Statement]
    /// What a rebuild does in place of steps, in their order; none: it runs the steps from the log's beginning.
    private(set) var fills: [Fill]
    /// What an erasure does, in its order, each of several statements without parameters.
    let erasure: [Statement]
    /// SHA-256 of all its SQL but that of erasures and of what is taken over, which computes nothing.
    let sha256: [UInt8]

    /// All of them, in the order in which they are brought up.
    public static let all: [Projection] = [
        Projection(
            name: "journey", version: 6,
            tables: ["journey_v1", "notification_open_v1", "reach_step_v1", "set_aside_v1"]),
        Projection(
            name: "opens", version: 7,
            tables: ["notification", "opening", "unsent_open", "opens_cell", "unsent_cell"]),
        Projection(
            name: "activity", version: 3, reads: ["journey"], fillsRead: ["opens"],
            tables: ["installation_activity", "activity_step"]),
        Projection(name: "deliveries", version: 1, tables: ["delivery_cell", "delivery_counted"]),
        Projection(
            name: "quality", version: 7,
            tables: ["quality_cell", "latency_counted", "sampled_event"]),
    ]

    private init(
        name: String, version: Int, reads: [String] = [], fillsRead: [String] = [], tables: [String]
    ) {
        let paths = SQLFiles.paths(under: "projections/" + name)
        let files = paths.compactMap(ProjectionFile.init)
            .sorted { ($0.number, $0.order) < ($1.number, $1.order) }
        let steps = files.filter { $0.kind == .step }
        self.name = name
        self.version = version
        self.reads = reads
        self.fillsRead = reads + fillsRead
        self.tables = tables
        self.steps = steps.map(\.statement)
        fills = files.compactMap { Fill($0, among: files) }
        erasure = ProjectionFile.ofErasure(among: files).map(\.statement)
        var hash = SHA256()
        for path in paths where ProjectionFile(path: path)?.kind.computes ?? true {
            hash.update(data: Array(SQLFiles.statement(path).text.utf8))
        }
        sha256 = Array(hash.finalize())
    }

    /// What the SQL of every projection is, for `LogStatus` to compare with what computed the tables.
    public static var programSQL: [LogStatus.ProgramSQL] {
        all.map { LogStatus.ProgramSQL(name: $0.name, version: $0.version, sha256: $0.sha256.hex) }
    }

    /// The same projection, by name and checksum too, with other SQL: what tests of the projections must tell from it.
    package func altering(_ alter: (Statement) -> Statement) -> Projection {
        var altered = self
        altered.steps = steps.map(alter)
        altered.fills = fills.map { $0.altering(alter) }
        return altered
    }
}

/// A numbered file of a projection's folder: `step_N_X.sql`, `fill_N_by_month_X.sql`, `fill_N_work_by_month_X.sql`,
/// `fill_N_work_by_quarter_X.sql`, `fill_N_by_installation_X.sql`, `keep_N_X.sql` or `erase_N_X.sql`.
struct ProjectionFile {
    enum Kind: String, CaseIterable {
        case step = "step_"
        case monthFill = "by_month_"
        case monthWorkFill = "work_by_month_"
        case quarterWorkFill = "work_by_quarter_"
        case installationFill = "by_installation_"
        case erasure = "erase_"
        case keep = "keep_"

        /// Whether it says what the log means.
        var computes: Bool { self != .erasure && self != .keep }
    }

    let kind: Kind
    let number: Int
    let statement: Statement

    /// nil for a file of another kind.
    init?(path: String) {
        let parts = path.split(separator: "/").last!.split(separator: "_", maxSplits: 2)
        guard parts.count == 3, let number = Int(parts[1]) else { return nil }
        switch parts[0] {
        case "step": kind = .step
        case "erase": kind = .erasure
        case "keep": kind = .keep
        case "fill":
            guard let named = Kind.allCases.first(where: { parts[2].hasPrefix($0.rawValue) }) else { return nil }
            kind = named
        default: return nil
        }
        self.number = number
        statement = SQLFiles.statement(path)
    }

    /// The order of files of one number: what is taken over comes first.
    var order: String { kind == .keep ? "" : kind.rawValue }

    /// What an erasure runs of a projection's files, which are in their order: those made for it, and the steps behind the
    /// first of these, for whose number and those before it that one stands.
    static func ofErasure(among files: [ProjectionFile]) -> [ProjectionFile] {
        guard let first = files.first(where: { $0.kind == .erasure }) else { return [] }
        return files.filter { $0.kind == .erasure || $0.kind == .step && $0.number > first.number }
    }
}
