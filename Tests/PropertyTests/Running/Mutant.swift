import EventLog
import Foundation
import Postgres
import Projections
import Testing

/// A mistake in the SQL that the property tests must find: a piece of a file replaced by another.
struct Mutant: Sendable, CustomTestStringConvertible {
    let name: String
    /// The path below `sql/`.
    let path: String
    /// The piece, which occurs once in the file, and its replacement.
    let piece, other: String

    init(_ name: String, in path: String, _ piece: String, is other: String) {
        self.name = name
        self.path = path
        self.piece = piece
        self.other = other
    }

    var testDescription: String { name }

    /// The theme of the histories that find it soonest; nil if any does.
    var theme: Theme? {
        let themes: [(theme: Theme, words: [String])] = [
            (.turnOffs, ["turn_off"]), (.ask, ["story", "ask", "arm", "assignment", "experiment"]),
            (.reach, ["reach", "level", "status_at"]),
            (.engagement, ["notification", "send", "open", "instant", "attributed", "active_days", "activity"]),
        ]
        if name.contains("Settings") { return .journey }
        return themes.first { $0.words.contains { path.contains($0) } }?.theme
    }

    /// Whether the piece occurs exactly once in the file.
    var isThere: Bool {
        SQLFiles.paths(under: String(path.prefix { $0 != "/" })).contains(path)
            && SQLFiles.statement(path).text.components(separatedBy: piece).count == 2
    }

    /// The projections, with the mistake if it is in one of their files.
    var projections: [Projection] {
        Projection.all.map { $0.altering { $0.name == altered.name ? altered : $0 } }
    }

    /// The function with the mistake, if it is in a function; to be installed in the database.
    var function: Statement? { isFunction ? altered : nil }

    private var isFunction: Bool { path.hasPrefix("functions/") || path.contains("/fold_") }

    private var altered: Statement {
        let file = SQLFiles.statement(path)
        return Statement(file: file.name, text: file.text.replacingOccurrences(of: piece, with: other))
    }
}
