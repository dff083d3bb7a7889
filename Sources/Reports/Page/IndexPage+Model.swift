extension IndexPage {
    /// What the template of the page shows.
    func model(within budget: PageBudget) -> PageModel {
        let listed = sections.prefix(budget.sections)
        let isOne = sections.count == 1
        let headline = headline
        let models = listed.enumerated().map { index, section in
            SectionModel(section: section, number: index + 1, isAlone: isOne, page: words, budget: budget).model
        }
        return PageModel([
            "title": .text(headline.title),
            "lede": .text(headline.lede),
            "range": .text(words.rangeWithZone),
            "hasHorizon": .flag(horizon != nil),
            "horizon": .text(horizon.map(PageFormat.instant) ?? ""),
            "hasMinimumCell": .flag(minimumCell > 1),
            "minimumCell": .text(PageFormat.count(minimumCell)),
            "hasContents": .flag(!isOne && !sections.isEmpty),
            "contents": .list(isOne ? [] : listed.enumerated().map { contents(of: $1, number: $0 + 1) }),
            "omittedApps": .text(omittedApps(listed.count)),
            "sections": .list(models),
            "hasData": .flag(!sections.isEmpty),
            "window": .text(words.window),
        ])
    }

    /// The page's first words: the number itself where there is one app with a number.
    var headline: Headline {
        if sections.count == 1 { return Headline(sections[0], page: words) }
        if sections.isEmpty {
            return Headline(title: "No one was asked for permission", lede: "No one was asked \(words.range).")
        }
        return Headline(
            title: "Who allows notifications, in \(PageFormat.count(sections.count)) apps",
            lede: "Answers to the permission prompt, app by app.")
    }

    var words: PageWords {
        PageWords(
            from: from, to: to, timeZone: PageFormat.name(timeZone),
            window: PageFormat.window(seconds: conversionWindowSeconds), minimumCell: minimumCell)
    }

    private func contents(of section: AppSection, number: Int) -> PageModel {
        PageModel([
            "number": "\(number)",
            "app": .text(PageFormat.name(section.appID, atMost: 80)),
            "rate": .text(section.grantRate.text),
            "asked": .text(section.total.map { "\(PageFormat.count($0.prompted)) asked" } ?? "withheld"),
        ])
    }

    private func omittedApps(_ listed: Int) -> String {
        guard sections.count > listed else { return "" }
        let (some, all) = (PageFormat.count(listed), PageFormat.count(sections.count))
        return "The first \(some) of \(all) apps are here; all are in the CSV."
    }
}

extension AppSection {
    /// The grant rate of the whole app as the page shows it.
    var grantRate: ShownRate {
        ShownRate(total?.grantRate, base: total?.settled ?? 0, usual: nil)
    }
}
