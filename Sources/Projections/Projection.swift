import Crypto
import EventLog
import Postgres

/// A projection: a folder of `sql/projections/` whose statements bring its tables from one position of the log to another.
public struct Projection: Sendable {
    /// The folder's name, and the name under which its checkpoint is kept.
    public let name: String
    /// Raised whenever its SQL changes what it computes.
    let version: Int
    /// The statements of a step, in their order. Each takes two positions, and covers the batches after the first up to
    /// and with the second.
    let steps: [Statement]
    /// What a rebuild empties.
    let clear: Statement
    /// SHA-256 of all its SQL.
    let sha256: [UInt8]

    /// All of them; each reads the log and its own tables only.
    public static let all: [Projection] = [
        Projection(
            name: "journey", version: 1,
            clear: Statement(
                "clear journeys",
                "DELETE FROM projection.journey_v1 WHERE true; DELETE FROM projection.notification_open_v1 WHERE true")),
        Projection(
            name: "opens", version: 1,
            clear: Statement(
                "clear opens",
                """
                DELETE FROM projection.notification WHERE true; DELETE FROM projection.opening WHERE true;
                DELETE FROM projection.unsent_open WHERE true; DELETE FROM projection.unsent_cell WHERE true;
                DELETE FROM projection.opens_cell WHERE true; DELETE FROM projection.campaign_cell WHERE true
                """)),
        Projection(
            name: "activity", version: 1,
            clear: Statement(
                "clear activity",
                """
                DELETE FROM projection.installation_activity WHERE true; DELETE FROM projection.activity_step WHERE true
                """)),
        Projection(
            name: "deliveries", version: 1,
            clear: Statement(
                "clear deliveries",
                """
                DELETE FROM projection.delivery_cell WHERE true;
                DELETE FROM projection.counted_up_to AS counted WHERE counted.name = 'deliveries'
                """)),
        Projection(
            name: "quality", version: 1,
            clear: Statement(
                "clear quality",
                """
                DELETE FROM projection.latency_cell WHERE true;
                DELETE FROM projection.counted_up_to AS counted WHERE counted.name = 'quality'
                """)),
    ]

    private init(name: String, version: Int, clear: Statement) {
        let paths = SQLFiles.paths(under: "projections/" + name)
        self.name = name
        self.version = version
        self.clear = clear
        steps = paths.filter { $0.contains("/step_") }.map(SQLFiles.statement)
        var hash = SHA256()
        for path in paths { hash.update(data: Array(SQLFiles.statement(path).text.utf8)) }
        sha256 = Array(hash.finalize())
    }
}

/// Why a projection can't be brought up to the log.
public struct ProjectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the program's exit status says of it.
    public enum Kind: Sendable, Hashable {
        case changed
        case unknown
        case busy
        case unsettled
    }

    public let kind: Kind
    /// One sentence that says what failed, on what, and what to do.
    public let description: String

    static func changed(_ name: String) -> ProjectionError {
        ProjectionError(
            kind: .changed,
            description: """
                The tables of projection \(name) were computed by other SQL than this program's: \
                run `bellwether project --job \(name) --rebuild`.
                """)
    }

    static func unknown(_ name: String) -> ProjectionError {
        let known = Projection.all.map(\.name).joined(separator: ", ")
        return ProjectionError(kind: .unknown, description: "There is no projection \(name); there is: \(known).")
    }

    static func busy(_ name: String) -> ProjectionError {
        ProjectionError(
            kind: .busy,
            description: """
                Another program is bringing projection \(name) up to the log: wait for it, then run this again.
                """)
    }

    static let unsettled = ProjectionError(
        kind: .unsettled,
        description: "The log's newest batches are not yet readable everywhere: run this again in a minute.")
}
