/// The values of `opt_in_changes` of one app: which of them moved the app's opt-in rate, by who was asked or by their
/// answers.
struct Movers {
    /// The rows of one app that are not withheld.
    let rows: [Row]

    init(_ rows: [Row]) { self.rows = rows.filter { $0["prompted"] != nil } }

    /// The dimensions in the order of the table, which is that of the catalogue.
    var dimensions: [String] {
        var seen: Set = ["all"]
        return rows.map { $0.text("dimension") }.filter { seen.insert($0).inserted }
    }

    /// Returns the name of a dimension in a sentence, such as `OS version` of `os_version`.
    static func words(of dimension: String) -> String {
        let words = dimension.replacing(["_": " "])
        return words.hasPrefix("os") ? "OS" + words.dropFirst(2) : words
    }

    /// Returns the name of a dimension at the head of a table, such as `App version`.
    static func label(of dimension: String) -> String {
        let words = words(of: dimension)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The row of the whole app.
    var whole: Row? { rows.first { $0["dimension"] == "all" } }

    /// The rows of a dimension, most people asked first.
    func of(_ dimension: String) -> [Row] {
        rows.filter { $0["dimension"] == dimension }.enumerated().sorted { one, other in
            let (a, b) = (one.element.size, other.element.size)
            return (b.0, b.1, one.offset) < (a.0, a.1, other.offset)
        }.map(\.element)
    }

    /// The values that were compared with the range before, of every dimension. Those of everybody are left out.
    var compared: [Row] {
        let everybody = whole?.size ?? (0, 0)
        return rows.filter { $0.size != everybody && $0["p"] != nil && $0.isOfEnough }
    }

    /// The value whose change stands out most among all that were compared: by Bonferroni, p below 0.05; nil if none.
    var clearest: Row? {
        let compared = compared
        let clear = compared.filter { row in
            (row.double("p") ?? 1) * Double(compared.count) < 0.05 && row.rate("difference")?.isClear == true
        }
        return clear.enumerated().max { ($0.element.strength, -$0.offset) < ($1.element.strength, -$1.offset) }?.element
    }

    /// The major OS version whose share of the people asked moved the app's rate most in the direction of `mix`.
    func shifted(_ mix: Double) -> Row? {
        guard let whole, let usual = whole.middle else { return nil }
        let moved = of("os").compactMap { row -> (Row, Double)? in
            guard let share = row.double("share"), let before = row.double("share_before"), let middle = row.middle
            else { return nil }
            return (row, (share - before) * (middle - usual))
        }
        guard let most = moved.max(by: { $0.1 * mix < $1.1 * mix }), most.1 * mix > 0 else { return nil }
        return most.0
    }
}

extension Row {
    /// People asked in the range, then in the range before.
    fileprivate var size: (Int, Int) { (int("prompted") ?? 0, int("prompted_before") ?? 0) }

    /// The mean of the rates of both ranges; the other one if one is missing.
    fileprivate var middle: Double? {
        let rates = [double("grant_rate"), double("grant_rate_before")].compactMap(\.self)
        return rates.isEmpty ? nil : rates.reduce(0, +) / Double(rates.count)
    }

    /// Whether both ranges have enough people for a rate.
    var isOfEnough: Bool {
        ["settled", "settled_before"].allSatisfy { (int($0) ?? 0) >= ShownRate.smallestBase }
    }

    /// The difference relative to the width of its interval.
    fileprivate var strength: Double {
        rate("difference").map { $0.value.magnitude / max($0.high - $0.low, 1e-9) } ?? 0
    }

    /// The value of a row of `opt_in_changes` for display, such as `iOS 17`, `app version 5.16.0` or `no variant`.
    var valueLabel: String {
        let kind = Movers.words(of: text("dimension"))
        let isSystem = ["platform", "os", "os_version"].contains(text("dimension"))
        if text("name").isEmpty { return "no \(isSystem ? "OS version" : kind)" }
        return isSystem ? PageFormat.name(text("name")) : "\(kind) \(PageFormat.name(text("name"), atMost: 40))"
    }
}
