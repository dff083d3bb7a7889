/// The two parts of a change of an app's opt-in rate: who was asked, and their answers.
struct OptInParts {
    let verdict: Verdict
    /// The rows of `opt_in_changes` by major OS version.
    let shares: [Row]
    private var row: Row { verdict.row }

    init(_ verdict: Verdict, _ shares: [Row]) {
        self.verdict = verdict
        self.shares = shares.filter { $0["dimension"] == "os" && $0["prompted"] != nil }
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
        return "\(most("answers", of: whole)) \(sign) opt-in on the same OS versions. \(self.mix)"
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

    /// The shares of the major that moved the rate most, for example `: iOS 26, where 62.1% allow, went from 55.6% to 33.4%
    /// of them`; empty if there is none.
    private func shares(_ mix: Double) -> String {
        guard let usual = row.double("value") else { return "" }
        let moved = shares.compactMap { row -> (Row, Double)? in
            guard let share = row.double("share"), let before = row.double("share_before"),
                let rate = row.double("grant_rate") ?? row.double("grant_rate_before")
            else { return nil }
            return (row, (share - before) * (rate - usual))
        }
        guard let (row, part) = moved.max(by: { $0.1 * mix < $1.1 * mix }), part * mix > 0 else { return "" }
        let allow = row["grant_rate"] == nil ? "" : ", where \(row.percent("grant_rate")) allow,"
        return
            ": \(Dimension.label(of: row.text("name"), in: "os"))\(allow) went from \(row.percent("share_before")) to "
            + "\(row.percent("share")) of them"
    }
}
