/// The two parts of a change of an app's opt-in rate: who was asked, and their answers.
struct OptInParts {
    let verdict: Verdict
    /// The rows of `opt_in_changes` by OS version.
    let shares: [Row]
    private var row: Row { verdict.row }

    init(_ verdict: Verdict, _ shares: [Row]) {
        self.verdict = verdict
        self.shares = shares.filter { $0["dimension"] == "os_version" && $0["prompted"] != nil }
    }

    /// Sentences that split a clear change; empty if it can't be split.
    var sentence: String {
        guard let mix = row.double("mix"), row["answers"] != nil, let whole = verdict.difference, whole.value != 0
        else {
            return ""
        }
        let share = mix / whole.value
        if share >= Verdict.most { return "\(most("mix", of: whole)) who was asked\(shares(mix)). \(answers)" }
        guard share <= 1 - Verdict.most else { return both }
        let sign = (row.double("answers") ?? 0) < 0 ? "lower" : "higher"
        let rest = mix.magnitude < 0.0005 ? "" : " \(self.mix)"
        return "\(most("answers", of: whole)) \(sign) opt-in on the same OS versions.\(rest)"
    }

    /// A sentence on the two parts of a change that is not clear, if one of them is large; otherwise empty.
    var offset: String { (row.double("mix")?.magnitude ?? 0) >= 0.02 && row["answers"] != nil ? both : "" }

    private var mix: String { "A different mix of OS versions \(moved("mix"))." }

    private var answers: String {
        "\((row.double("answers") ?? 0) < 0 ? "Lower" : "Higher") opt-in on the same versions \(moved("answers"))."
    }

    private var both: String { "\(mix.dropLast()); \(answers.prefix(1).lowercased())\(answers.dropFirst())" }

    /// Returns what a part did: `added 2.0 points` or `cost 3.8 points`.
    private func moved(_ column: String) -> String {
        "\((row.double(column) ?? 0) < 0 ? "cost" : "added") \(row.points(column))"
    }

    /// Returns `Nearly all of the fall (3.9 of 4.0 points) is`.
    private func most(_ column: String, of whole: Rate) -> String {
        let isAll = (row.double(column) ?? 0) / whole.value >= 1
        let part = row.marked(column) { PageFormat.percentDigits($0.magnitude) }
        return "\(isAll ? "All" : "Nearly all") of the \(whole.value < 0 ? "fall" : "rise") "
            + "(\(part) \(isAll ? "against" : "of") \(whole.text(PageFormat.points))) is"
    }

    /// The shares of the OS version that accounts for at least half of the mix, for example `: iOS 26.1, where 62.1%
    /// allow, went from 55.6% to 33.4% of them`; empty if there is none.
    private func shares(_ mix: Double) -> String {
        guard let now = verdict.row.double("value"), let before = verdict.row.double("before") else { return "" }
        let parts = shares.compactMap { row in effect(of: row, usual: (now + before) / 2).map { (row, $0 / mix) } }
        guard let (row, part) = parts.max(by: { $0.1 < $1.1 }), part >= 0.5 else { return "" }
        let allow = row["grant_rate"] == nil ? "" : ", where \(row.percent("grant_rate")) allow,"
        return
            ": \(Dimension.label(of: row.text("name"), in: "os_version"))\(allow) went from "
            + "\(row.percent("share_before")) to \(row.percent("share")) of them"
    }

    /// Returns how much the changed share of an OS version moved the rate. That depends on how far its own rate is from
    /// the usual one; its own rate is the mean of both ranges, or that of the range that has it.
    private func effect(of row: Row, usual: Double) -> Double? {
        let rates = ["grant_rate", "grant_rate_before"].compactMap { row.double($0) }
        guard let share = row.double("share"), let before = row.double("share_before"), !rates.isEmpty else {
            return nil
        }
        return (share - before) * (rates.reduce(0, +) / Double(rates.count) - usual)
    }
}
