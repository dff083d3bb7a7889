import Foundation
public import Postgres

/// Gives access to the files of `sql/`, with their lists written out. They are compiled into the program. If
/// `BELLWETHER_SQL` names a folder, its files are used instead, so that SQL can be changed without a build.
public enum SQLFiles {
    /// Returns the statement in a file. Stops the program if the path does not exist.
    public static func statement(_ path: String) -> Statement {
        guard let text = texts[path] else { preconditionFailure("there is no sql/\(path)") }
        return Statement(file: "sql/" + path, text: text)
    }

    /// Returns the paths under a folder, in byte order.
    public static func paths(under folder: String) -> [String] {
        texts.keys.filter { $0.hasPrefix(folder + "/") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The catalogue of `sql/catalogue/`.
    public static let catalogue = Catalogue(files.filter { $0.key.hasPrefix("catalogue/") })

    /// The texts of SQL by path. Migrations have no lists, because a list of theirs would change after the release.
    private static let texts: [String: String] = {
        let lists = SQLLists(catalogue)
        return Dictionary(
            uniqueKeysWithValues: files.filter { $0.key.hasSuffix(".sql") }.map { path, text in
                (path, path.hasPrefix("migrations/") ? text : lists.written(text))
            })
    }()

    /// All files by path, as they are stored.
    package static let files: [String: String] = {
        if let folder = ProcessInfo.processInfo.environment["BELLWETHER_SQL"], !folder.isEmpty { return read(folder) }
        return Dictionary(uniqueKeysWithValues: EmbeddedFiles.all.map { ($0.path, $0.text) })
    }()

    private static func read(_ folder: String) -> [String: String] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasSuffix(".sql") || $0.hasSuffix(".json") }.compactMap { path in
                (try? String(contentsOfFile: folder + "/" + path, encoding: .utf8)).map { (path, $0) }
            })
    }
}
