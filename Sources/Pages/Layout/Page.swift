/// One HTML page of a report: its place in the site, and a section for each app.
package struct Page: Sendable {
    package let place: SitePage
    package let head: PageHead
    /// The apps that the page is about.
    let scope: SiteScope
    /// The scopes of single apps, for links between apps.
    let others: [SiteScope]
    package let sections: [any Section]
    /// The section about all apps together, shown after `sections`.
    package var shared: (any Section)?
    /// More sections, one for each app in the order of `sections`, shown after `shared`.
    package var later: [any Section] = []
    /// What changed, and what each change explains; nil on other pages than the overview and if there are no events.
    var changes: [(verdict: Verdict, shadows: [Verdict])]?
    /// Whether any number had enough people in both ranges for a comparison.
    var isCompared = true
    /// Whether something changed over several apps together, which the page of all apps lists.
    var hasChangesElsewhere = false
    /// The data quality of each app, for the overview; empty on other pages and if there are no events.
    var quality: [QualitySection] = []
    /// The pages of parts of the app's people, and of its campaigns.
    var parts: [SitePage] = []
    /// The links among the pages of its app.
    var links = VerdictLinks()

    /// Renders the page with the built-in templates. The same values always give the same bytes.
    ///
    /// - Throws: `PageError` if the templates are invalid.
    package func render() throws -> String { try render(with: .embedded()) }

    /// Renders the page with the largest `PageBudget` that keeps it within 200,000 bytes, or with the smallest one if
    /// none does.
    package func render(with templates: PageTemplates) throws -> String {
        try CellMark.$isOn.withValue(true) {
            try VerdictMark.$isOn.withValue(true) {
                try PageBudget.largest { try render(with: templates, within: $0) }
            }
        }
    }

    private func render(with templates: PageTemplates, within budget: PageBudget) throws -> String {
        let layout = PageLayout(
            page: place, templates: templates, subject: scope.subject(head), root: root, tables: root + head.tables,
            csv: head.csv,
            title: "\(headline.title) – \(name) – \(scope.subject(head))", range: head.choice?.label ?? head.days,
            ranges: ranges, apps: apps)
        return try layout.render(templates.render("page", model(within: budget)))
    }
}

extension Page {
    /// The file's path, relative to the report's folder.
    package var file: String { head.folder + scope.path + place.file }

    /// The page's name in its title, because several pages can have the same headline.
    private var name: String { SitePage.all.contains(place) ? place.label : place.subject }

    /// The page's headline; that of the app's section if there is only one app.
    package var headline: Headline {
        if sections.count == 1 { return sections[0].headline(head) }
        if place == .glossary {
            return Headline(title: place.subject, lede: "Every number of the pages and the tables, with its formula.")
        }
        if sections.isEmpty {
            return Headline(
                title: place.nothing,
                lede: head.horizon == nil
                    ? "The log has no events. Store some with bellwether ingest or bellwether serve, then run "
                        + "bellwether project and bellwether report; bellwether demo shows what these pages look like."
                    : "\(place.nothing) \(head.range).")
        }
        return Headline(
            title: "\(place.subject), in \(PageFormat.count(sections.count)) apps",
            lede: "Each app has its own numbers below.")
    }

    /// The values for the template `page`.
    private func model(within budget: PageBudget) -> PageModel {
        let listed = Array(sections.prefix(budget.sections))
        let isOne = sections.count == 1
        let headline = headline
        let models = listed.enumerated().map { model(of: $1, number: $0 + 1, within: budget) }
        let shown = later.prefix(budget.sections).filter { !$0.figures(head, within: budget).isEmpty }
        let following = ([shared].compactMap(\.self) + shown).enumerated().map {
            model(of: $1, number: sections.count + 1 + $0, within: budget)
        }
        return PageModel([
            "title": .text(headline.title), "lede": .text(headline.lede), "strong": .text(headline.strong),
            "hasStrong": .flag(!headline.strong.isEmpty), "hasRest": .flag(!headline.rest.isEmpty),
            "rest": .text(headline.rest), "hasLooks": .flag(!headline.looks.isEmpty),
            "looks": .list(headline.looks.map(\.model)),
            "range": .text(head.rangeWithZone),
            "hasHorizon": .flag(head.horizon != nil),
            "horizon": .text(head.horizon.map(PageFormat.instant) ?? ""),
            "hasMinimumCell": .flag(head.minimumCell > 1),
            "minimumCell": .text(PageFormat.count(head.minimumCell)),
            "hasSummed": .flag(!rests.isEmpty), "summed": .text(Rest.sentence(rests)),
            "hasParts": .flag(!partLinks.isEmpty), "parts": .list(partLinks),
            "partsName": .text(isOfOpens ? "Campaigns" : "OS and app versions"),
            "hasContents": .flag(!isOne && !sections.isEmpty),
            "contents": .list(
                isOne
                    ? []
                    : sections.prefix(budget.apps).enumerated().map {
                        contents(of: $1, anchor: $0 < listed.count ? "#app-\($0 + 1)" : nil)
                    }),
            "omittedApps": .text(omittedApps(listed.count)),
            "alerts": .optional(checks.isAlert ? checks.model : nil),
            "findings": .optional(sections.isEmpty ? changeList : nil),
            "sections": .list(models + following),
            "glossary": .optional(place == .glossary ? Glossary.model(head) : nil),
        ])
    }

    /// What the tables of the page's apps add up.
    private var rests: [Rest] {
        head.rests.filter { rest in scope.apps.contains { $0.utf8.elementsEqual(rest.appID.utf8) } }
    }

    private var checks: DataChecks {
        DataChecks(sections: quality, verdicts: (changes ?? []).map(\.verdict), head: head)
    }

    /// The list of what changed; nil on pages without one. The table of all apps has what changed in one of them.
    private var changeList: PageModel? {
        guard let changes, scope.apps.count < 2 || !changes.isEmpty else { return nil }
        return ChangeList(
            changes: changes, isCompared: isCompared, namesApps: scope.apps.count > 1,
            isElsewhere: hasChangesElsewhere, head: head, link: links.href
        ).model
    }

    /// An app's entry in the list of apps, with a link to its section or, if it has none here, to its own page.
    private func contents(of section: any Section, anchor: String?) -> PageModel {
        let link = anchor ?? others.path(of: section.appID).map { $0 + place.file }
        return PageModel([
            "hasLink": .flag(link != nil), "href": .text(link ?? ""),
            "app": .text(head.name(of: section.appID)), "value": .text(section.summary.value),
            "note": .text(section.summary.note),
        ])
    }

    /// Links to the same page of every range; none if there is only one.
    private var ranges: [PageModel] { head.choices.count > 1 ? head.choices.map(range) : [] }

    /// Links to the same page of all apps together and of every app; none if there is only one.
    private var apps: [PageModel] {
        guard !others.isEmpty else { return [] }
        let isOfAll = scope.path.isEmpty
        // Parts of an app's people have pages only for that app.
        let file = SitePage.all.first { $0.label == place.label }?.file ?? place.file
        let base = root + head.folder
        return [link(base + file, "All apps", isCurrent: isOfAll)]
            + others.map { link(base + $0.path + file, $0.subject(head), isCurrent: $0.path == scope.path) }
    }

    private var isOfOpens: Bool { place.label == SitePage.opens.label }

    /// On pages about opt-in or opens, links to that of the whole app and to those of parts or campaigns.
    private var partLinks: [PageModel] {
        let own = parts.filter { $0.label == place.label }
        guard !own.isEmpty else { return [] }
        let whole = isOfOpens ? (SitePage.opens.file, "All campaigns") : (SitePage.optIn.file, "All versions")
        return ([whole] + own.map { ($0.file, $0.subject) }).map { file, name in
            link(file, name, isCurrent: file == place.file)
        }
    }

    /// The link to the same page of another range.
    private func range(_ choice: RangeChoice) -> PageModel {
        let file = place.isOfRange && choice.folder != head.folder ? SitePage.index.file : place.file
        return link(root + choice.folder + scope.path + file, choice.label, isCurrent: choice.folder == head.folder)
    }

    private func link(_ href: String, _ label: String, isCurrent: Bool) -> PageModel {
        PageModel(["href": .text(href), "label": .text(label), "isCurrent": .flag(isCurrent)])
    }

    /// The relative path from the page's folder to the report's folder.
    private var root: String { scope.base + (head.folder.isEmpty ? "" : "../") }

    /// The link to the same page of only this app; nil if the page has only one app or the app has no pages.
    private func own(_ app: String) -> PageModel? {
        guard sections.count > 1, let path = others.path(of: app) else { return nil }
        return PageModel(["href": .text(path + place.file)])
    }

    /// A sentence on the apps that the page leaves out; empty if it shows all.
    private func omittedApps(_ listed: Int) -> String {
        guard sections.count > listed else { return "" }
        let (some, all) = (PageFormat.count(listed), PageFormat.count(sections.count))
        return "Below are the first \(some) of \(all) apps; all are in the CSV."
    }

    /// Returns the values of one app's section.
    private func model(of section: any Section, number: Int, within budget: PageBudget) -> PageModel {
        let isAlone = sections.count == 1
        let headline = section.headline(head)
        let lead = section.lead(head, within: budget)
        let shown = lead + section.figures(head, within: budget)
        let numbers = section.numbers(head)
        let place = Figure.Place(
            section: "app-\(number)", level: isAlone ? "2" : "3",
            app: isAlone ? nil : head.name(of: section.appID, atMost: 40), base: root + head.tables, root: root)
        let models = shown.map { $0.model(at: place) }
        return PageModel([
            "id": "app-\(number)",
            "own": .optional(own(section.appID)),
            "hasHeading": .flag(!isAlone),
            "app": .text(head.name(of: section.appID)),
            "title": .text(headline.title),
            "lede": .text(
                [headline.lede, headline.strong, headline.rest].filter { !$0.isEmpty }.joined(separator: " ")),
            "hasNumbers": .flag(!numbers.isEmpty),
            "numbers": .list(numbers.map(\.model)), "hasLead": .flag(!lead.isEmpty),
            "lead": .list(Array(models.prefix(lead.count))),
            "findings": .optional(number == 1 ? changeList : nil),
            "figures": .list(Array(models.dropFirst(lead.count))),
        ])
    }
}
