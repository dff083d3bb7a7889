import Foundation
public import Postgres

/// The files of `sql/`: those that are compiled into the program, or, while SQL is being worked on, those of the folder that
/// `BELLWETHER_SQL` names, so that a change of them needs no build.
public enum SQLFiles {
    /// The statement of one file. A path that does not exist is a mistake in the program.
    public static func statement(_ path: String) -> Statement {
        guard let text = texts[path] else { preconditionFailure("there is no sql/\(path)") }
        return Statement(file: "sql/" + path, text: text)
    }

    /// The paths that begin with a folder, in their order.
    public static func paths(under folder: String) -> [String] {
        texts.keys.filter { $0.hasPrefix(folder + "/") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// By path.
    private static let texts: [String: String] = {
        if let folder = ProcessInfo.processInfo.environment["BELLWETHER_SQL"], !folder.isEmpty { return read(folder) }
        return Dictionary(uniqueKeysWithValues: EmbeddedFiles.all.map { ($0.path, $0.text) })
    }()

    private static func read(_ folder: String) -> [String: String] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasSuffix(".sql") }.compactMap { path in
                (try? String(contentsOfFile: folder + "/" + path, encoding: .utf8)).map { (path, $0) }
            })
    }
}
