extension SectionModel {
    /// The strip of key numbers.
    func keyNumbers(_ total: OptInCell) -> PageModel {
        let acceptance = ShownRate(total.acceptanceRate, base: total.decided, usual: nil)
        let numbers = [
            rate("Grant rate", section.grantRate, base: base(total)),
            rate("Acceptance rate", acceptance, base: "of \(PageFormat.count(total.decided)) who answered"),
            number("Asked", total.prompted, "first prompt in these days"),
            number("No answer", total.undecided, "within \(page.window)"),
            number("Still open", total.openWindow, "asked, \(page.window) not over", isOpen: total.openWindow > 0),
            PageModel([
                "label": "Median time to decide",
                "value": .text(PageFormat.duration(seconds: total.secondsToDecisionP50)),
                "interval": "",
                "note": .text(
                    total.secondsToDecisionP90.map { "9 in 10 within \(PageFormat.duration(seconds: $0))" } ?? ""),
                "style": "value",
            ]),
        ]
        return PageModel(["items": .list(numbers), "id": "app-\(number)-numbers"])
    }

    private func base(_ total: OptInCell) -> String {
        "of \(PageFormat.count(total.settled))" + (total.openWindow > 0 ? " (asked \u{2212} still open)" : " asked")
    }

    private func rate(_ label: String, _ rate: ShownRate, base: String) -> PageModel {
        PageModel([
            "label": .text(label), "value": .text(rate.text),
            "interval": .text(rate.shown.map { "\(PageFormat.interval($0))\u{202F}%" } ?? ""), "note": .text(base),
            "style": .text(rate.shown == nil ? "value none" : "value"),
        ])
    }

    private func number(_ label: String, _ count: Int, _ note: String, isOpen: Bool = false) -> PageModel {
        PageModel([
            "label": .text(label), "value": .text(PageFormat.count(count)), "interval": "", "note": .text(note),
            "style": .text(isOpen ? "value open" : "value"),
        ])
    }

    /// The way from the prompt to permission. The shares are plain quotients of the counts beside them, of those
    /// whose answer is settled, so that the last one is the grant rate.
    func steps(_ total: OptInCell) -> PageModel {
        let whole = total.settled
        let open = PageFormat.count(total.openWindow)
        return figure(1, "steps")
            + PageModel([
                "rows": .list([
                    step("Asked", whole, of: whole, before: nil, style: "step"),
                    step("Answered", total.decided, of: whole, before: whole, style: "step"),
                    step("Allowed", total.granted, of: whole, before: total.decided, style: "allowed"),
                ]),
                "open": .text(
                    total.openWindow > 0 ? "“Asked” leaves out \(open) still open, as the grant rate does. " : ""),
            ])
    }

    private func step(_ label: String, _ part: Int, of whole: Int, before: Int?, style: String) -> PageModel {
        PageModel([
            "label": .text(label), "barHTML": .html(Bars.step(part, of: whole, style: style)),
            "people": .text(PageFormat.count(part)),
            "share": .text(Self.share(part, of: whole)),
            "shareOfBefore": .text(before.map { Self.share(part, of: $0) } ?? PageFormat.dash),
        ])
    }

    private static func share(_ part: Int, of whole: Int) -> String {
        (1..<ShownRate.smallestBase).contains(whole) ? "too few" : PageFormat.share(part, of: whole)
    }
}
