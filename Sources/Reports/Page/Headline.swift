/// The first sentence about an app, with its number and the number's base.
struct Headline {
    let title: String
    let lede: String

    /// A title without its full stop, and the sentences under it.
    init(title: String, lede: String) {
        self.title = title
        self.lede = lede
    }

    /// A neutral title: the rate, or why there is none.
    init(_ section: AppSection, page: PageWords) {
        guard let total = section.total else {
            self.init(
                title: section.isEmpty ? "No one was asked for permission" : "Too few people were asked to say more",
                lede: section.isEmpty
                    ? "No one was asked \(page.range)."
                    : "Fewer than \(PageFormat.count(page.minimumCell)) people were asked \(page.range): "
                        + "the numbers are withheld.")
            return
        }
        switch section.grantRate {
        case .rate(let rate):
            self.init(
                title: "\(PageFormat.percent(rate.value)) of people we ask allow notifications",
                lede: Self.lede(total, rate, page: page))
        case .tooFew(let base):
            self.init(
                title: "Too few answers for a rate yet",
                lede: "\(PageFormat.people(total.prompted)) asked \(page.range): \(PageFormat.count(total.granted)) "
                    + "allowed, of \(PageFormat.count(base)) who answered or had \(page.window) to. "
                    + "A rate needs \(ShownRate.smallestBase) or more.")
        case .none where total.prompted > 0:
            self.init(
                title: "Everyone asked can still answer",
                lede: "\(PageFormat.people(total.prompted)) asked \(page.range), none of them \(page.window) ago yet.")
        case .none:
            self.init(title: "No one was asked for permission", lede: "No one was asked \(page.range).")
        }
    }

    private static func lede(_ total: OptInCell, _ rate: Rate, page: PageWords) -> String {
        let open = total.openWindow
        let sentence =
            "\(PageFormat.count(total.granted)) of \(PageFormat.people(total.settled)) who saw the prompt allowed "
            + "(95\u{202F}% interval \(PageFormat.unbroken(rate))\u{202F}%)."
        guard open > 0 else { return sentence }
        return sentence + " \(PageFormat.count(open)) more \(open == 1 ? "has" : "have") not answered yet and still "
            + "\(open == 1 ? "has" : "have") time: neither number counts \(open == 1 ? "that person" : "them")."
    }
}
