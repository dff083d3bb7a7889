public import Postgres

/// Which database a command uses and how it was named.
public enum DatabaseSource: Sendable, Equatable {
    /// A server that someone else runs.
    case target(ConnectionTarget)
    /// The private cluster in this folder (an absolute path).
    case embedded(dataDirectory: String)

    /// The rule of the command line: the explicit URL, else `DATABASE_URL`, else libpq's own `PG*` variables if
    /// `PGHOST` or `PGDATABASE` is set, else the private cluster in `dataDirectory`, else in `BELLWETHER_DATA_DIR`,
    /// else in `.bellwether`. Empty values count as not set; relative folders are taken from `currentDirectory`.
    public static func resolve(
        databaseURL: String?, dataDirectory: String?, environment: [String: String], currentDirectory: String
    ) -> DatabaseSource {
        if let url = firstGiven(databaseURL, environment["DATABASE_URL"]) {
            return .target(ConnectionTarget(url: url))
        }
        if firstGiven(environment["PGHOST"], environment["PGDATABASE"]) != nil {
            return .target(ConnectionTarget())
        }
        let directory = firstGiven(dataDirectory, environment["BELLWETHER_DATA_DIR"]) ?? ".bellwether"
        return .embedded(dataDirectory: absolutePath(directory, from: currentDirectory))
    }
}

private func firstGiven(_ values: String?...) -> String? {
    values.lazy.compactMap { $0 }.first { !$0.isEmpty }
}

/// `path` itself if it is absolute, else the path of it inside `directory`.
func absolutePath(_ path: String, from directory: String) -> String {
    if path.hasPrefix("/") { return path }
    return directory.hasSuffix("/") ? directory + path : directory + "/" + path
}
