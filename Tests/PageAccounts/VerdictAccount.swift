package import Pages

/// Reads what a page, or the mail of a digest, says of changes. Each statement names its verdict (`data-verdict`, see docs/dashboards.md): there must
/// be one, with enough people, that says the same of direction and size. No other words of the page may tell of a change.
package struct VerdictAccount {
    /// Words with the key of the verdict that they state; nil if they name none.
    private let texts: [(key: String?, words: String)]
    private let verdicts: [String: Row]

    /// - Parameter rows: rows of `verdicts`.
    package init(_ html: String, _ rows: [Row]) {
        verdicts = Dictionary(rows.map { (Verdict($0).key, $0) }, uniquingKeysWith: { first, _ in first })
        texts = Self.texts(of: html)
    }

    package var faults: [String] {
        texts.flatMap { key, words -> [String] in
            guard let key else { return words.contains(Self.change) ? ["no verdict: \(words)"] : [] }
            return verdicts[key].map { Self.faults(of: words, $0) } ?? ["no verdict \(key): \(words)"]
        }
    }

    nonisolated(unsafe) private static let change = /[▼▲]|\b(fell|rose|held at|a clear (fall|rise))\b|\bsince,/
    private static let signs = [
        "fell": ["fell", "▼", "a clear fall"], "rose": ["rose", "▲", "a clear rise"],
        "held": ["held at", "no change over", "no clear change", "not clear yet"],
    ]

    private static func faults(of words: String, _ row: Row) -> [String] {
        let ofRules = ["silent", "rejects", "latency", "push_service", "turn_offs"]
        guard !ofRules.contains(row.text("metric")) else { return [] }
        let said = signs.filter { $0.value.contains { words.contains($0) } }.keys
        var faults = said.filter { $0 != row["kind"] }.map { "\($0) is not \(row.text("kind")): \(words)" }
        if said.contains("fell") || said.contains("rose") {
            let people = row["metric"] == "asked" ? ["value", "before"] : ["base", "base_before"]
            let sizes = people.map { row.double($0) ?? 0 }
            let size = (row["metric"] == "asked" ? sizes.max() : sizes.min()) ?? 0
            let fewest = ["all", "mark"].contains(row["dimension"]) ? 300.0 : 100
            // What a night told was decided by its own rule, which asks for no number of people.
            if size < fewest, row["told"] == nil { faults.append("of \(Int(size)) people: \(words)") }
            let change = words.firstMatch(of: /(?:fell |rose |▼ |▲ |before \([+\x{2212}])([0-9.,]+)/)
            if let digits = change?.output.1, !near(digits, row.double("difference")) {
                faults.append("\(digits) is not \(row.text("difference")): \(words)")
            }
        }
        let levels = [/(?:to|held at|is) ([0-9.,]+)%/, /([0-9.,]+)% since,/]
        if let level = levels.lazy.compactMap({ words.firstMatch(of: $0)?.output.1 }).first,
            !near(level, row.double("value"))
        {
            faults.append("\(level) is not \(row.text("value")): \(words)")
        }
        return faults
    }

    /// Whether digits are a fraction in percent, rounded to a tenth.
    private static func near(_ digits: Substring, _ fraction: Double?) -> Bool {
        guard let number = Double(String(digits.filter { $0 != "," })), let fraction else { return false }
        return (number / 100 - fraction.magnitude).magnitude < 0.00051
    }

    /// Returns the texts of the body, those within an element that names a verdict in one piece.
    private static func texts(of html: String) -> [(key: String?, words: String)] {
        var texts: [(key: String?, words: String)] = []
        var open: [(tag: Substring, key: String?)] = []
        var statement = ""
        var skipped: Substring?
        for piece in html.split(separator: "<").drop(while: { !$0.hasPrefix("body") }) {
            let tag = piece.prefix { $0 != ">" }
            let text = String(piece.dropFirst(tag.count + 1))
            let name = tag.prefix { $0 != " " && $0 != "/" || $0 == tag.first }
            if let end = skipped {
                if tag == "/\(end)" { skipped = nil } else { continue }
            } else if ["script", "style"].contains(name) {
                skipped = name
                continue
            } else if tag.hasPrefix("/") {
                if let closed = open.popLast(), let key = closed.key {
                    texts.append((key, statement))
                    statement = ""
                }
            } else if !tag.hasSuffix("/") {
                open.append((name, tag.firstMatch(of: /data-verdict="([^"]*)"/).map { String($0.output.1) }))
            }
            if open.contains(where: { $0.key != nil }) { statement += text } else { texts.append((nil, text)) }
        }
        return texts
    }
}
