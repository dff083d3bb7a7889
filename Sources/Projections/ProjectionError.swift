/// Why work on projections can't be done.
public struct ProjectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error, which decides the program's exit status.
    public enum Kind: Sendable, Hashable {
        case changed
        case unknown
        case busy
        case unsettled
        /// A setting does not exist or can't have the given value.
        case setting
    }

    public let kind: Kind
    /// One sentence: what failed, on what, and what to do.
    public let description: String

    static func changed(_ name: String) -> ProjectionError {
        ProjectionError(
            kind: .changed,
            description: """
                The tables of projection \(name) were computed by an earlier version: \
                run `bellwether project --job \(name) --rebuild`.
                """)
    }

    static func unknown(_ name: String) -> ProjectionError {
        let known = Projection.all.map(\.name).joined(separator: ", ")
        return ProjectionError(kind: .unknown, description: "There is no projection \(name): name one of \(known).")
    }

    static func busy(_ name: String) -> ProjectionError {
        ProjectionError(
            kind: .busy,
            description: """
                Another program is updating projection \(name): wait for it, then run this again.
                """)
    }

    static let rebuilding = ProjectionError(
        kind: .busy, description: "Another program is rebuilding projections: wait for it, then run this again.")

    static let takenOver = ProjectionError(
        kind: .busy,
        description: """
            Another program has swapped in or dropped the tables of this rebuild, or begun another rebuild: wait for \
            it, then run this again.
            """)

    static let read = ProjectionError(
        kind: .busy,
        description: """
            The rebuilt tables are ready, but queries keep reading the old ones: run this again when they have \
            finished; nothing is computed twice.
            """)

    static let logIsRead = ProjectionError(
        kind: .busy,
        description: """
            New events of the months to be dropped are refused already, but queries keep reading the log: run this \
            again when they have finished.
            """)

    static let rebuildIsBehind = ProjectionError(
        kind: .busy,
        description: """
            New events of the months to be dropped are refused already, but a rebuild in progress has not read all of \
            the stored ones: run this again when it has finished.
            """)

    static let notProjected = ProjectionError(
        kind: .busy,
        description: """
            New events of the months to be dropped are refused already, but not all stored ones are projected: run \
            this again.
            """)

    static let unsettled = ProjectionError(
        kind: .unsettled,
        description: "The log's newest batches are not yet readable everywhere: run this again in a minute.")

    static let onCluster = ProjectionError(
        kind: .setting,
        description: "An app can't be removed from a cluster: erase its installations, `bellwether forget - < ids.txt`."
    )

    static func partsBehind(_ name: String, _ count: Int) -> ProjectionError {
        ProjectionError(
            kind: .unsettled,
            description: """
                Projection \(name) is not complete on \(count) parts of the cluster, because a node was lost: run this again.
                """)
    }

    static func setting(_ sentence: String) -> ProjectionError {
        ProjectionError(kind: .setting, description: sentence)
    }
}
