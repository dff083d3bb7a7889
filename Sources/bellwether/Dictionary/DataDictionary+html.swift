import Foundation
import Pages

extension DataDictionary {
    /// The dictionary as an HTML page without external resources.
    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>The data dictionary</title>
        <style>
        :root { color-scheme: light dark; }
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
        pre { overflow-x: auto; }
        table { border-collapse: collapse; display: block; overflow-x: auto; }
        th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8884; }
        th, td { text-align: left; vertical-align: top; }
        code { overflow-wrap: anywhere; }
        </style>
        </head>
        <body>
        <h1>The data dictionary</h1>
        <p>\(Self.text(meaning))</p>
        <nav><ul>
        \(relations.map(Self.link).joined(separator: "\n"))
        <li><a href="#functions">Other functions</a></li>
        </ul></nav>
        \(relations.map(htmlSection).joined(separator: "\n"))
        <section id="functions">
        <h2>Other functions</h2>
        \(Self.table(["function", "gives", "meaning"], otherFunctions.map { [$0.signature, $0.result, $0.meaning] }))
        </section>
        </body>
        </html>

        """
    }

    private static func link(_ relation: Relation) -> String {
        "<li><a href=\"#\(text(relation.name))\">\(text(relation.name))</a></li>"
    }

    private func htmlSection(_ relation: Relation) -> String {
        let functions = functions(named: relation.name).map {
            "<p>As a function: <code>\(Self.text($0.signature))</code>. \(Self.text($0.meaning))</p>"
        }
        return """
            <section id="\(Self.text(relation.name))">
            <h2>\(Self.text(relation.name))</h2>
            <p>\(relation.kind.capitalized). \(Self.text(relation.meaning))</p>
            <p>\(Self.text(relation.usage.replacing(["`": ""])))</p>
            <pre><code>\(Self.text(relation.use?.example))</code></pre>
            \(Self.table(["column", "type", "meaning"], relation.columns.map { [$0.name, $0.type, $0.meaning] }))
            \(functions.joined(separator: "\n"))
            </section>
            """
    }

    /// Returns a table. The cells of its first column are names.
    private static func table(_ head: [String], _ rows: [[String?]]) -> String {
        let lines = rows.map { cells in
            "<tr><th scope=\"row\"><code>\(text(cells[0]))</code></th>"
                + cells.dropFirst().map { "<td>\(text($0))</td>" }.joined() + "</tr>"
        }
        return """
            <table>
            <thead><tr>\(head.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
            <tbody>
            \(lines.joined(separator: "\n"))
            </tbody>
            </table>
            """
    }

    private static func text(_ text: String?) -> String {
        (text ?? "").replacing(["&": "&amp;", "<": "&lt;", "\"": "&quot;"])
    }
}
