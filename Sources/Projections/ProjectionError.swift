/// Why a projection can't be brought up to the log.
public struct ProjectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the program's exit status says of it.
    public enum Kind: Sendable, Hashable {
        case changed
        case unknown
        case busy
        case unsettled
        /// A setting that does not exist, or a value that it can't have.
        case setting
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

    static let rebuilding = ProjectionError(
        kind: .busy, description: "Another program is rebuilding projections: wait for it, then run this again.")

    static let takenOver = ProjectionError(
        kind: .busy,
        description: """
            The rebuild lost its tables to another program, which has swapped them in, dropped them or begun a rebuild \
            of its own: wait for it, then run this again.
            """)

    static let read = ProjectionError(
        kind: .busy,
        description: """
            The rebuilt tables are ready, but somebody keeps reading the old ones: run this again when that query is \
            done; nothing is computed twice.
            """)

    static let logIsRead = ProjectionError(
        kind: .busy,
        description: """
            The months to be dropped take nothing in any more, but somebody keeps reading the log: run this again when \
            that query is done.
            """)

    static let rebuildIsBehind = ProjectionError(
        kind: .busy,
        description: """
            The months to be dropped take nothing in any more, but a rebuild that is under way has not read all of them: \
            run this again when it is done.
            """)

    static let notProjected = ProjectionError(
        kind: .busy,
        description: """
            The months to be dropped take nothing in any more, but not all of them is projected: run this again.
            """)

    static let unsettled = ProjectionError(
        kind: .unsettled,
        description: "The log's newest batches are not yet readable everywhere: run this again in a minute.")

    static func setting(_ sentence: String) -> ProjectionError {
        ProjectionError(kind: .setting, description: sentence)
    }
}
