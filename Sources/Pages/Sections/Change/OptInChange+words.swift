extension OptInChange {
    /// Returns the headline: the change, or why there is none to tell.
    ///
    /// - Parameters:
    ///   - movers: the app's rows of `opt_in_changes`.
    ///   - findings: the current findings. If the opt-in rate did not clearly change, the title has the first of these:
    ///     a part whose rate fell, what sends no events any more, a fall of opens.
    func headline(_ head: PageHead, _ movers: Movers? = nil, partly findings: [Finding] = []) -> Headline {
        let whole = headline(of: verdict, head, movers)
        guard isCompared, changed == nil, let but = Self.but(findings) else { return whole }
        let isHeld = if case .held = verdict { true } else { false }
        return Headline(
            title: "\(whole.title), \(isHeld ? "but" : "and") \(but)", lede: whole.lede, strong: whole.strong,
            rest: whole.rest)
    }

    /// Returns the most important finding in a few words, such as `fell 9.6 points on iOS 26.3 since 3 Apr`; nil if
    /// there is none.
    private static func but(_ findings: [Finding]) -> String? {
        if let part = Finding.parts(of: findings).first, part.isFall {
            return "\(part.change)\(part.place)\(part.sinceDay)"
        }
        if let silent = findings.first(where: { $0.rule == "silent" }) {
            return "\(silent.subject.map { PageFormat.name($0) } ?? "the app") has sent no events\(silent.sinceDay)"
        }
        let opens = Finding.opens(of: findings).first { ($0.difference ?? 0) < 0 }
        return opens.map { "opens within 24 hours \($0.change)\($0.place)" }
    }

    private func headline(of verdict: Verdict, _ head: PageHead, _ movers: Movers?) -> Headline {
        switch verdict {
        case .nobody:
            Headline(title: "No one was asked for permission\(place)", lede: "No one was asked \(head.range).")
        case .withheld:
            Headline(
                title: "Too few people were asked to say more",
                lede: "Fewer than \(PageFormat.count(head.minimumCell)) people were asked \(head.range): the numbers "
                    + "are withheld.")
        case .open(let asked):
            Headline(
                title: "Everyone asked\(place) can still answer",
                lede: "\(asked.people) asked \(head.range), none of them \(head.window) ago yet.")
        case .tooFew(let asked, let settled):
            Headline(title: few(asked, settled), lede: "\(base(head)) \(Self.needs)")
        case .tooFewBefore(let asked):
            Headline(
                title: "Too few people to tell\(place): \(asked.text) asked in \(head.before)",
                lede: "\(base(head)) \(Self.needs)")
        case .withheldBefore:
            Headline(
                title: "Opt-in\(place) is \(rate.text); the comparison is withheld",
                lede: "\(base(head)) A comparison is withheld if it is of fewer than "
                    + "\(PageFormat.count(head.minimumCell)) people in either range, or would reveal such a one.")
        case .uncovered(let since): uncovered(since, head)
        case .held(let difference): held(difference, head, movers)
        case .leaning(let difference): leaning(difference, head, movers)
        case .changed(let difference): changed(difference, head, movers)
        }
    }

    private func few(_ asked: Count, _ settled: Count) -> String {
        asked.value < Self.smallestRange
            ? "Too few people to tell\(place): \(asked.text) asked"
            : "Too few answers to tell\(place): \(settled.text) of \(asked.text) asked"
    }

    private static let needs = "A comparison needs \(smallestRange) people or more in both ranges."

    /// A sentence with the numbers of the range.
    private func base(_ head: PageHead) -> String {
        guard let total, let settled = total.settled else { return "" }
        let interval = rate.shown.map { ": \(PageFormat.percent($0)), 95% interval \(PageFormat.unbroken($0))%" }
        return "\(head.shortDays): \(total.count("granted")) of \(settled.people) allowed\(interval ?? "")."
            + stillOpen(total)
    }

    /// A sentence on the people who can still answer; empty if there are none.
    private func stillOpen(_ total: Row) -> String {
        let open = total.int("open_window") ?? 0
        guard open > 0 else { return "" }
        return " \(total.count("open_window")) more can still answer and \(open == 1 ? "is" : "are") not counted."
    }

    private func uncovered(_ since: Day?, _ head: PageHead) -> Headline {
        Headline(
            title: "Opt-in\(place) is \(rate.text)",
            lede: "There is no earlier period to compare with. " + base(head),
            rest: since.flatMap { wait($0, head) } ?? "")
    }

    /// A sentence on when there will be enough days to compare; nil if the range has no days.
    private func wait(_ since: Day, _ head: PageHead) -> String? {
        guard head.length > 0, let first = since.before(-2 * head.length) else { return nil }
        let days = PageFormat.count(head.length)
        return "The first \(days)-day comparison is possible on \(first.text), because events begin on \(since.text)."
    }

    /// The words before a comparison: `3 Apr–30 Apr 2026 against the 28 days before (56.3%)`.
    private func pair(_ head: PageHead) -> String {
        let before =
            compared.flatMap { $0["grant_rate_before"] == nil ? nil : " (\($0.percent("grant_rate_before")))" } ?? ""
        return "\(head.shortDays) against \(head.before)\(before)"
    }

    private func held(_ difference: Rate, _ head: PageHead, _ movers: Movers?) -> Headline {
        let detectable = compared.flatMap {
            $0["detectable"] == nil
                ? nil
                : "With this many people, a change under \($0.points("detectable")) would not show."
        }
        return Headline(
            title: "Opt-in\(place) held at \(rate.text)",
            lede: "\(pair(head)): no clear change, \(Self.signed(difference)). \(detectable ?? "")",
            rest: movers?.offset(key) ?? "")
    }

    private func leaning(_ difference: Rate, _ head: PageHead, _ movers: Movers?) -> Headline {
        Headline(
            title: "Opt-in\(place) is at \(rate.text), perhaps \(difference.text(PageFormat.apart))",
            lede: "\(pair(head)): \(Self.signed(difference)). By chance alone, 1 comparison in 20 moves this far.",
            rest: movers?.offset(key) ?? "")
    }

    private func changed(_ difference: Rate, _ head: PageHead, _ movers: Movers?) -> Headline {
        let split = movers?.split(difference, key)
        return Headline(
            title: "Opt-in\(place) \(difference.text(PageFormat.moved)) to \(rate.text)",
            lede: "\(pair(head)), 95% interval \(difference.bounds).", strong: split?.strong ?? "",
            rest: split?.rest ?? "")
    }

    /// Formats a difference and its interval: `+0.8 points (95% interval −0.7 to +2.3)`.
    private static func signed(_ difference: Rate) -> String {
        "\(difference.text(PageFormat.signed)) points (95% interval \(difference.bounds))"
    }
}
