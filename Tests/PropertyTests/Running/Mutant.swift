import EventLog
import Foundation
import Postgres
import Projections
import Testing

/// A mistake in the SQL that the properties must find: a piece of a file in the place of another.
struct Mutant: Sendable, CustomTestStringConvertible {
    /// What is wrong with it.
    let name: String
    /// The file below `sql/`.
    let path: String
    /// What stands in the file once, and what takes its place.
    let piece, other: String

    /// The mistake of a name.
    init(_ name: String, in path: String, _ piece: String, is other: String) {
        self.name = name
        self.path = path
        self.piece = piece
        self.other = other
    }

    var testDescription: String { name }

    /// Whether the piece stands in the file, once.
    var isThere: Bool {
        SQLFiles.paths(under: String(path.prefix { $0 != "/" })).contains(path)
            && SQLFiles.statement(path).text.components(separatedBy: piece).count == 2
    }

    /// The projections with the mistake, where it is in one of their files.
    var projections: [Projection] {
        Projection.all.map { $0.altering { $0.name == altered.name ? altered : $0 } }
    }

    /// What replaces the function in the database, where the mistake is in one.
    var function: Statement? { isFunction ? altered : nil }

    private var isFunction: Bool { path.hasPrefix("functions/") || path.contains("/fold_") }

    private var altered: Statement {
        let file = SQLFiles.statement(path)
        return Statement(file: file.name, text: file.text.replacingOccurrences(of: piece, with: other))
    }
}
