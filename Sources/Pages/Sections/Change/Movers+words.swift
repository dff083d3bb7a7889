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
            return (
                "\(part("mix", key, of: difference)) from who was asked\(shares(mix)).",
                "On the same OS version, answers moved it by \(key.signed("rates")) points."
            )
        }
        if share <= 1 - Self.most {
            return (
                "\(part("rates", key, of: difference)) from other answers\(answers).",
                "Who was asked moved it by \(key.signed("mix")) points."
            )
        }
        return (
            "\(part("mix", key, of: difference)) from who was asked, \(key.signed("rates")) from other answers on the "
                + "same OS version.",
            ""
        )
    }

    /// Returns a sentence on the two parts of a change that is not clear, if one of them is large; otherwise empty.
    func offset(_ key: Row?) -> String {
        guard let key, let mix = key.double("mix"), key["rates"] != nil, mix.magnitude >= Self.told else { return "" }
        return "Who was asked moved it by \(key.signed("mix")) points, other answers on the same OS version by "
            + "\(key.signed("rates"))."
    }

    /// Returns `−3.5 of the −3.7 points came`.
    private func part(_ column: String, _ key: Row, of whole: Rate) -> String {
        "\(key.signed(column)) of the \(whole.text(PageFormat.signed)) points came"
    }

    /// The shares of the major that moved the rate most, for example `, most of all because the share of people on iOS 26,
    /// where 62.1% allow, fell from 55.6% to 33.4%`; empty if there is none.
    private func shares(_ mix: Double) -> String {
        guard let row = shifted(mix), let share = row.double("share"), let before = row.double("share_before") else {
            return ""
        }
        let allow = row["grant_rate"] == nil ? "" : ", where \(row.percent("grant_rate")) allow,"
        return ", most of all because the share of people on \(row.valueLabel)\(allow) "
            + "\(share < before ? "fell" : "rose") from \(row.percent("share_before")) to \(row.percent("share"))"
    }

    /// The rates of the value that changed most clearly, for example `: on iOS 26.3 48.1% allow, 55.0% before`; empty
    /// if none stands out.
    private var answers: String {
        guard let row = clearest else { return "" }
        return
            ": with \(row.valueLabel), \(row.percent("grant_rate")) allow, \(row.percent("grant_rate_before")) before"
    }
}
