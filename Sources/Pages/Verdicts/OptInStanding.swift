/// The opt-in rate of an app, or of a part of its people: the answers, and the verdict on them.
struct OptInStanding {
    /// The row of these people in `opt_in_by_os` or another table of answers; nil if no one was asked or it is withheld.
    let total: Row?
    /// Whether there are people whose numbers are withheld.
    var isWithheld = false
    /// Nil if no one was asked in either range.
    let verdict: Verdict?
    /// The first day on which the app had events; nil if that is not known.
    let firstDay: Day?
    /// A phrase for the title if these are not all people of the app, such as ` on iOS 17`.
    var place = ""

    /// Whether the range is so short that only answers within 24 hours can be compared.
    var isShort: Bool { verdict?.metric == "opt_in_24h" }

    var asked: Count { total?.counted("prompted") ?? Count(value: 0, cell: nil) }

    /// How many people were asked, for a table; a dash if that is withheld.
    var askedText: String { isWithheld ? PageFormat.dash : asked.text }

    /// The opt-in rate with its interval; not shown if it is of too few people.
    var rate: ShownRate { total.map { $0.shown("grant_rate", of: $0.settled) } ?? .none }

    /// The rate that pages show of these days: in a short range that of answers within 24 hours, which is compared.
    var level: ShownRate { isShort ? verdict?.rate ?? .none : rate }

    /// The verdict if it compares the two ranges.
    var compared: Verdict? { verdict.flatMap { $0.isCompared ? $0 : nil } }

    /// The verdict if the rate changed.
    var change: Verdict? { verdict.flatMap { $0.isClear ? $0 : nil } }

    /// Returns the headline: the verdict, or why there is none to tell. `shares`: rows of `opt_in_changes`, by which a change
    /// is told from one of who was asked.
    func headline(_ head: PageHead, _ shares: [Row] = []) -> Headline {
        guard let total, asked.value > 0 else { return isWithheld ? withheld(head) : nobody(head) }
        guard let verdict, let kind = verdict.kind, (total.settled?.value ?? 0) > 0 || verdict.isCompared else {
            return verdict == nil || verdict?.kind != nil ? open(head) : withheldBefore(head)
        }
        let lede = pair(verdict, head)
        switch kind {
        case .fell, .rose:
            return Headline(
                title: verdict.title,
                lede: "\(lede), 95% interval \(verdict.difference?.bounds ?? "")."
                    + (verdict.onset.map { " It \($0)." } ?? ""), rest: OptInParts(verdict, shares).sentence)
        case .held:
            let size = "\(verdict.difference?.text(PageFormat.signed) ?? "") points"
            let change = "no clear change, \(size) (95% interval \(verdict.difference?.bounds ?? ""))"
            let detectable = verdict.row["detectable"] == nil ? "" : " \(seen(verdict))"
            return Headline(
                title: verdict.title, lede: "\(lede): \(verdict.stating(change)).\(detectable)",
                rest: OptInParts(verdict, shares).offset)
        case .tooFew:
            let needed = verdict.isWhole ? 300 : 100
            let isBefore = (verdict.row.int("base") ?? 0) >= needed
            let before = isBefore ? verdict.row.counted("base_before").map { "; before there were \($0.text)" } : nil
            return Headline(
                title: isBefore
                    ? "Too few people before to compare\(place)"
                    : "Too few people to tell\(place): \(asked.text) asked",
                lede: "\(base(head)) A comparison needs \(needed) people or more in both ranges\(before ?? "").")
        case .nothingBefore:
            let wait = wait(head)
            let nothing = wait == "" ? "There is nothing in \(head.before)" : "There is no earlier period"
            return Headline(title: verdict.title, lede: "\(nothing) to compare with. \(base(head))", rest: wait)
        }
    }

    private func nobody(_ head: PageHead) -> Headline {
        Headline(
            title: "No one was asked for permission\(place)", lede: "No one was asked\(place) \(head.range).")
    }

    private func withheld(_ head: PageHead) -> Headline {
        Headline(
            title: "Too few people were asked\(place) to say more",
            lede: "The numbers \(head.range) are withheld, because fewer than \(PageFormat.count(head.minimumCell)) "
                + "people were asked, or because they would give such a number away.")
    }

    private func open(_ head: PageHead) -> Headline {
        guard (total?.settled?.value ?? 0) == 0 else {
            let few = "Too few people to tell\(place): \(asked.text) asked"
            return Headline(title: rate.shown == nil ? few : "Opt-in\(place) is \(rate.text)", lede: base(head))
        }
        return Headline(
            title: "Everyone asked\(place) can still answer",
            lede: "\(asked.people) asked \(head.range), none of them \(head.window) ago yet.")
    }

    private func withheldBefore(_ head: PageHead) -> Headline {
        Headline(
            title: level.shown == nil
                ? "The comparison of opt-in\(place) is withheld: \(asked.text) asked"
                : "Opt-in\(place) is \(level.text); the comparison is withheld",
            lede: "\(base(head)) The change is withheld, because fewer than \(PageFormat.count(head.minimumCell)) "
                + "people were asked in one of the two ranges, or because it would give such a number away.")
    }

    /// A sentence with the numbers of the range.
    private func base(_ head: PageHead) -> String {
        if isShort {
            guard let verdict, let shown = level.shown else { return "\(head.shortDays): \(asked.people) asked." }
            return "\(head.shortDays): \(PageFormat.percent(shown)) of \(verdict.row.count("base")) people asked at "
                + "least 24 hours ago allowed within 24 hours, 95% interval \(PageFormat.unbroken(shown))%."
        }
        guard let total, let settled = total.settled else { return "" }
        let interval = rate.shown.map { ": \(PageFormat.percent($0)), 95% interval \(PageFormat.unbroken($0))%" }
        let open = total.int("open_window") ?? 0
        return "\(head.shortDays): \(total.count("granted")) of \(settled.people) allowed\(interval ?? "")."
            + (open > 0
                ? " \(total.count("open_window")) more can still answer and \(open == 1 ? "is" : "are") not counted."
                : "")
    }

    /// A sentence on when there will be enough days to compare; empty if there are, or that is not known.
    private func wait(_ head: PageHead) -> String {
        guard let firstDay, let to = head.to, head.length > 0, let first = firstDay.before(-2 * head.length),
            let last = first.before(1), last > to
        else { return "" }
        let days = PageFormat.count(head.length)
        return
            "The first \(days)-day comparison is possible on \(first.text), because events begin on \(firstDay.text)."
    }

    /// The words before a comparison: `3 Apr–30 Apr 2026 against the 28 days before (56.3%)`.
    private func pair(_ verdict: Verdict, _ head: PageHead) -> String {
        "\(head.shortDays) against \(head.before)"
            + (verdict.row["before"] == nil ? "" : " (\(verdict.levelBefore))")
    }

    private func seen(_ verdict: Verdict) -> String {
        "With this many people, a change under \(verdict.row.limit("detectable")) may not show."
    }
}

extension OptInStanding {
    /// The key number of the rate that is compared; `note`: the base of the opt-in rate.
    func number(note: String) -> KeyNumber {
        guard isShort, let verdict else { return KeyNumber("Opt-in rate", rate, note: note) }
        return KeyNumber(
            "Opt-in within 24 hours", verdict, note: "of \(verdict.row.count("base")) asked at least 24 hours ago")
    }

    /// The standing of a whole app.
    init(_ app: String, _ rows: ReportRows) {
        let total = rows["opt_in_by_os", app: app].first { $0["level"] == "app" }
        self.init(
            total: total?["prompted"] == nil ? nil : total, isWithheld: total != nil && total?["prompted"] == nil,
            verdict: Verdicts(app, rows).of("opt_in"),
            firstDay: rows["key_numbers", app: app].first?.day("first_day"))
    }
}
