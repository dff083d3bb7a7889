import Foundation
public import Postgres

/// The database that a command uses.
public enum DatabaseSource: Sendable, Equatable {
    /// A server that this program does not manage.
    case target(ConnectionTarget)
    /// The private server in this folder (an absolute path).
    case embedded(dataDirectory: String)

    /// Chooses the database by the rule of the command line. The first of these that is set wins: the explicit URL,
    /// `DATABASE_URL`, libpq's `PG*` variables (if `PGHOST` or `PGDATABASE` is set), and the private server in
    /// `dataDirectory`, in `BELLWETHER_DATA_DIR` or in `.bellwether`. Empty values count as not set, and so does
    /// a URL of white space. White space around a URL is ignored, because secrets often end with a newline. Relative
    /// folders are resolved against `currentDirectory`.
    public static func resolve(
        databaseURL: String?, dataDirectory: String?, environment: [String: String], currentDirectory: String
    ) -> DatabaseSource {
        if let url = firstGiven(trimmed(databaseURL), trimmed(environment["DATABASE_URL"])) {
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

private func trimmed(_ text: String?) -> String? { text?.trimmingCharacters(in: .whitespacesAndNewlines) }

/// Returns `path` if it is absolute, otherwise `path` inside `directory`.
func absolutePath(_ path: String, from directory: String) -> String {
    if path.hasPrefix("/") { return path }
    return directory.hasSuffix("/") ? directory + path : directory + "/" + path
}
