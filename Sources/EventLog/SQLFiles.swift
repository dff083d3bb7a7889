public import Postgres

/// The files of `sql/`, compiled into the program.
public enum SQLFiles {
    /// The statement of one file. A path that does not exist is a mistake in the program.
    public static func statement(_ path: String) -> Statement {
        guard let file = EmbeddedFiles.all.first(where: { $0.path == path }) else {
            preconditionFailure("sql/\(path) is not compiled in")
        }
        return Statement(file: "sql/" + file.path, text: file.text)
    }

    /// The paths that begin with a folder, in their order.
    public static func paths(under folder: String) -> [String] {
        EmbeddedFiles.all.map(\.path).filter { $0.hasPrefix(folder + "/") }
    }
}
