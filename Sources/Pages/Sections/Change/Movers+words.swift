extension Movers {
    /// The part of a change at which one of its two parts is said to be most of it.
    private static let most = 0.8
    /// The change of the app's rate by who was asked that is told even if the rate held.
    private static let told = 0.02

    /// Returns sentences that split a clear change of the app's rate into who was asked and their answers: one to
    /// stress, and the rest. Nil if the change can't be split.
    func split(_ difference: Rate, _ key: Row?) -> (strong: String, rest: String)? {
        guard let key, let mix = key.double("mix"), key["rates"] != nil, difference.value != 0 else { return nil }
        let share = mix / difference.value
        if share >= Self.most {
            return ("\(most("mix", key, of: difference)) who was asked\(shares(mix)).", rates(key))
        }
        if share <= 1 - Self.most {
            let sign = (key.double("rates") ?? 0) < 0 ? "lower" : "higher"
            let strong = "\(most("rates", key, of: difference)) \(sign) opt-in on the same OS versions\(answers)."
            return (strong, self.mix(key))
        }
        return (parts(key), "")
    }

    /// Returns a sentence on the two parts of a change that is not clear, if one of them is large; otherwise empty.
    func offset(_ key: Row?) -> String {
        guard let key, let mix = key.double("mix"), key["rates"] != nil, mix.magnitude >= Self.told else { return "" }
        return parts(key)
    }

    private func mix(_ key: Row) -> String { "A different mix of OS versions \(moved("mix", key))." }

    private func rates(_ key: Row) -> String {
        "\((key.double("rates") ?? 0) < 0 ? "Lower" : "Higher") opt-in on the same versions \(moved("rates", key))."
    }

    /// Returns both parts as a sentence.
    private func parts(_ key: Row) -> String {
        let rates = self.rates(key)
        return "\(mix(key).dropLast()); \(rates.prefix(1).lowercased())\(rates.dropFirst())"
    }

    /// Returns what a part did: `added 2.0 points` or `cost 3.8 points`.
    private func moved(_ column: String, _ key: Row) -> String {
        "\((key.double(column) ?? 0) < 0 ? "cost" : "added") \(key.points(column))"
    }

    /// Returns `Nearly all of the fall (3.9 of 4.0 points) is`.
    private func most(_ column: String, _ key: Row, of whole: Rate) -> String {
        let isAll = (key.double(column) ?? 0) / whole.value >= 1
        let part = key.marked(column) { PageFormat.percentDigits($0.magnitude) }
        return "\(isAll ? "All" : "Nearly all") of the \(whole.value < 0 ? "fall" : "rise") "
            + "(\(part) \(isAll ? "against" : "of") \(whole.text(PageFormat.points))) is"
    }

    /// The shares of the major that moved the rate most, for example `: iOS 26, where 62.1% allow, went from 55.6% to 33.4%
    /// of them`; empty if there is none.
    private func shares(_ mix: Double) -> String {
        guard let row = shifted(mix), row["share"] != nil, row["share_before"] != nil else { return "" }
        let allow = row["grant_rate"] == nil ? "" : ", where \(row.percent("grant_rate")) allow,"
        return ": \(row.valueLabel)\(allow) went from \(row.percent("share_before")) to \(row.percent("share")) of them"
    }

    /// The rates of the value that changed most clearly, for example `: on iOS 26.3 48.1% allow, 55.0% before`; empty
    /// if none stands out.
    private var answers: String {
        guard let row = clearest else { return "" }
        return
            ": with \(row.valueLabel), \(row.percent("grant_rate")) allow, \(row.percent("grant_rate_before")) before"
    }
}
