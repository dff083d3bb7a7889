extension Experiments {
    /// The largest number of experiments whose sentences stand outside of their table.
    private static let told = 3

    /// What the experiments say about who allows: first where those asked tell something else, then those with most
    /// people.
    var sentences: [String] {
        let places = largest + rows.indices.filter { Self.difference(rows[$0]) == nil }
        let whole = places.map { rows[$0] }.filter { ["allowed", "granted"].contains($0.text("outcome")) }
        let sorted = whole.filter { contradiction(of: $0) != nil } + whole.filter { contradiction(of: $0) == nil }
        return sorted.filter { Self.verdict($0) != .withheld }.prefix(Self.told).map(sentenceWithName)
    }

    /// Returns the news of an app's experiments on the base that tells most.
    static func news(of app: String, _ rows: ReportRows) -> [String] {
        all(rows["opt_in_experiments", app: app], days: [], lone: []).first?.news ?? []
    }

    /// What is clear about any outcome, and which assignments look broken.
    private var news: [String] {
        rows.filter { row in
            switch Self.verdict(row) {
            case .clear, .broken: true
            default: false
            }
        }.map(sentenceWithName)
    }

    private func sentenceWithName(_ row: Row) -> String { "\(name(of: row)): \(sentence(row))" }

    /// What a row is of: experiment, variant, and the outcome if there are several.
    func name(of row: Row) -> String {
        ([Self.named(row, "experiment"), Self.named(row, "variant")] + outcome(of: row)).joined(separator: " · ")
    }

    func outcome(of row: Row) -> [String] { base == .assigned ? [row.text("outcome")] : [] }

    /// Returns what is clear of a row, or what is missing.
    func sentence(_ row: Row) -> String {
        guard let asked = contradiction(of: row), let part = asked.rate("difference") else { return verdictWords(row) }
        let (gain, loss) = part.value > 0 ? ("More", "fewer") : ("Fewer", "more")
        let isOpposite = if case .clear = Self.verdict(row) { true } else { false }
        let place = "\(part.text(PageFormat.signed)) points, \(Self.named(asked, "experiment"))"
        return "\(gain) of those asked allow (\(place)), but "
            + (isOpposite ? "\(loss) people allow" : "whether \(gain.lowercased()) people allow is open")
            + ". \(verdictWords(row))"
    }

    private func verdictWords(_ row: Row) -> String {
        switch Self.verdict(row) {
        case .withheld: PageFormat.dash
        case .broken:
            "No verdict: the assignment looks broken\(base == .asked ? ", or a variant changes who is asked" : ""). "
                + "The sizes of the variants differ more than an even split explains."
        case .tooFew:
            "Too few: \(Self.fewest) people are needed with each, \(row.count("settled")) and "
                + "\(row.count("settled_control")) so far."
        case .same: "No difference so far: both are at \(row.percent("rate"))."
        case .open(let difference):
            "Not clear yet: anything from \(difference.bounds) points is still possible."
        case .clear(let difference):
            "Clear: \(Self.clearWords(row, difference)) than with \(Self.named(row, "control"))."
                + (opposite(of: row, difference).map { " But \($0)." } ?? "")
        }
    }

    private static func clearWords(_ row: Row, _ difference: Rate) -> String {
        "at least \(row.points(difference.low > 0 ? "difference_low" : "difference_high")) "
            + "\(difference.low > 0 ? "more" : "fewer") \(row["outcome"] == "reachable" ? "can be reached" : "allow")"
    }

    /// What is as clear of the same variant's other outcome the other way round: provisional authorization lets fewer allow
    /// and more be reached.
    private func opposite(of row: Row, _ difference: Rate) -> String? {
        let isSame = { (other: Row) in
            ["experiment", "variant", "control"].allSatisfy { row.text($0).utf8.elementsEqual(other.text($0).utf8) }
        }
        for other in rows where isSame(other) && other["outcome"] != row["outcome"] {
            if case .clear(let found) = Self.verdict(other), (found.low > 0) != (difference.low > 0) {
                return Self.clearWords(other, found)
            }
        }
        return nil
    }

    /// Returns a variant or an experiment for display. Only a placement, which is the experiment of people who were
    /// asked, can be empty.
    static func named(_ row: Row, _ column: String) -> String {
        row.text(column).isEmpty ? "no placement" : PageFormat.name(row.text(column), atMost: 40)
    }
}
