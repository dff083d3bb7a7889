import Foundation
import Pages

extension DataDictionary {
    /// The dictionary as a page of Markdown.
    var markdown: String {
        let head = """
            # The data dictionary

            Written by `bellwether dictionary` from the comments in the database.

            \(meaning ?? "")

            """
        return ([head] + relations.map(section) + [functionTable]).joined(separator: "\n")
    }

    private func section(_ relation: Relation) -> String {
        let functions = functions(named: relation.name).map { function in
            "\nAs a function: `\(function.signature)`. \(function.meaning ?? "")\n"
        }
        return """
            ## \(relation.name)
            \(relation.kind.capitalized). \(relation.meaning ?? "")

            \(relation.usage)
            \(relation.use.map { "```sql\n\($0.example)\n```" } ?? "")

            | column | type | meaning |
            | --- | --- | --- |
            \(Self.rows(relation.columns.map { ["`\($0.name)`", $0.type, $0.meaning] }))

            """ + functions.joined()
    }

    private var functionTable: String {
        """
        ## Other functions

        | function | gives | meaning |
        | --- | --- | --- |
        \(Self.rows(otherFunctions.map { ["`\($0.signature)`", $0.result, $0.meaning] }))

        """
    }

    /// Returns the rows of a table, with `|` escaped.
    private static func rows(_ rows: [[String?]]) -> String {
        rows.map { cells in
            "| " + cells.map { ($0 ?? "").replacing(["|": "\\|"]) }.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }
}
