/// The headline and summary of the answers to the permission prompt, for a whole app or for a part of its people.
struct OptInTotals {
    /// The rows of `opt_in_by_os` of one app.
    let rows: [Row]
    /// The row of all these people; nil if there are none or their number is withheld.
    let total: Row?
    /// What to call these people in a sentence, for example `people we ask`.
    let people: String

    /// Totals of a whole app.
    init(rows: [Row]) {
        self.init(
            rows: rows, total: rows.first { $0["level"] == "app" && $0["prompted"] != nil }, people: "people we ask")
    }

    /// Totals of a part of an app's people.
    init(rows: [Row], total: Row?, people: String) {
        (self.rows, self.total, self.people) = (rows, total, people)
    }

    /// Whether there are no rows, because no one was asked. False if there are rows but their numbers are withheld.
    var isEmpty: Bool { rows.isEmpty }
    var grantRate: ShownRate { total.map { $0.shown("grant_rate", of: $0.settled) } ?? .none }

    var summary: (value: String, note: String) {
        (grantRate.text, total.map { "\($0.count("prompted")) asked" } ?? (isEmpty ? "no one asked" : "withheld"))
    }

    /// Returns the grant rate as a headline, or the reason why there is none.
    func headline(_ head: PageHead) -> Headline {
        guard let total, let prompted = total.int("prompted"), prompted > 0 else {
            return isEmpty
                ? Headline(title: "No one was asked for permission", lede: "No one was asked \(head.range).")
                : Headline(
                    title: "Too few people were asked to say more",
                    lede: "Fewer than \(PageFormat.count(head.minimumCell)) people were asked \(head.range): the "
                        + "numbers are withheld.")
        }
        switch grantRate {
        case .rate(let rate):
            return Headline(
                title: "\(PageFormat.percent(rate)) of \(people) allow notifications",
                lede: Self.lede(total, rate))
        case .tooFew(let base):
            return Headline(
                title: "Too few answers for a rate yet",
                lede: "\(PageFormat.people(prompted)) asked \(head.range): \(total.count("granted")) allowed, of "
                    + "\(PageFormat.count(base)) who answered or had \(head.window) to. A rate needs "
                    + "\(ShownRate.smallestBase) or more.")
        case .none:
            return Headline(
                title: "Everyone asked can still answer",
                lede: "\(PageFormat.people(prompted)) asked \(head.range), none of them \(head.window) ago yet.")
        }
    }

    /// Returns the sentences under a grant rate: its numbers, and how many people can still answer.
    private static func lede(_ total: Row, _ rate: Rate) -> String {
        let open = total.int("open_window") ?? 0
        let sentence =
            "\(total.count("granted")) of \(PageFormat.people(total.settled ?? 0)) who saw the prompt allowed "
            + "(95\u{202F}% interval \(PageFormat.unbroken(rate))\u{202F}%)."
        guard open > 0 else { return sentence }
        return sentence + " \(PageFormat.count(open)) more \(open == 1 ? "has" : "have") not answered yet and still "
            + "\(open == 1 ? "has" : "have") time: neither number counts \(open == 1 ? "that person" : "them")."
    }
}
