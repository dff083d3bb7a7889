/// The overview of a report of several apps: one table with a row for each.
struct AppsSection: Section {
    /// The section is about no single app.
    let appID = ""
    private let apps: [OverviewSection]
    /// The verdicts about several apps.
    private let shared: [Verdict]
    /// The apps that have pages of their own.
    private let alone: [SiteScope]

    /// - Parameter links: the links among the pages of an app.
    init(
        _ apps: [String], _ rows: ReportRows, whole: ReportRows, alone: [SiteScope], links: (String) -> VerdictLinks
    ) {
        self.apps = apps.map { OverviewSection($0, rows, whole: whole, links: links($0)) }
        (shared, self.alone) = (Verdicts(nil, rows).told, alone)
    }

    var summary: (value: String, note: String) { ("", "") }

    /// What changed in most apps, or the gravest of it.
    func headline(_ head: PageHead) -> Headline {
        let count = PageFormat.count(apps.count)
        let lede =
            "\(head.shortDays) against \(head.before)."
            + (compared > 0 ? " The table says how small a change could be seen." : "")
        let told = apps.compactMap(\.change) + shared.filter { !$0.isOfRule && !$0.isRiseOfNights }
        guard let first = told.enumerated().min(by: { rank($0) < rank($1) })?.element else {
            let held = compared == apps.count ? "all" : "\(PageFormat.count(compared)) of"
            return Headline(
                title: compared == 0 ? "Nothing to compare in \(count) apps" : "Opt-in held in \(held) \(count) apps",
                lede: lede, looks: looks(head))
        }
        let same = told.filter { $0.statement == first.statement && $0.appID != nil }
        let others = told.count - max(same.count, 1)
        return Headline(
            title:
                "\(first.stating(first.statement)) in \(same.isEmpty ? "" : "\(PageFormat.count(same.count)) of ")\(count) apps",
            lede: lede
                + (others > 0 ? " \(PageFormat.counted(others, "other change is", "other changes are")) in it." : ""),
            looks: looks(head))
    }

    private func rank(_ verdict: (offset: Int, element: Verdict)) -> (Int, Double, Int) {
        let row = verdict.element.row
        return (verdict.element.severity == .alert ? 0 : 1, -(row.double("gravity") ?? .infinity), verdict.offset)
    }

    /// The gravest changes of apps with own pages, at most three.
    private func looks(_ head: PageHead) -> [Headline.Look] {
        apps.compactMap { app in
            guard let verdict = app.change, let path = alone.path(of: app.appID) else { return nil }
            return Headline.Look(
                before: "\(head.name(of: app.appID, atMost: 40)): ", link: verdict.title,
                href: path + app.links.href(verdict), after: verdict.onset.map { ", which \($0)." } ?? ".")
        }.prefix(3).map(\.self)
    }

    func numbers(_ head: PageHead) -> [KeyNumber] { [] }

    /// How many apps are compared with the range before.
    private var compared: Int { apps.count { $0.standing.compared != nil } }

    /// Whether the rates are of answers within 24 hours.
    private var isShort: Bool { apps.contains { $0.standing.isShort } }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] { [] }

    func lead(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        let listed = Array(apps.prefix(budget.apps))
        let widest = listed.compactMap { $0.standing.compared?.difference }.map {
            max($0.low.magnitude, $0.high.magnitude)
        }
        let span = [5, 10, 20, 30, 50].first { (widest.max() ?? 0) <= Double($0) / 100 } ?? 100
        let left = apps.count - listed.count
        let rate = isShort ? "Opt-in within 24 h" : "Opt-in rate"
        return [
            Figure(
                name: "apps", title: "All apps",
                caption: "Each app's \(isShort ? "opt-in within 24 h" : "opt-in rate") against \(head.before).",
                table: Table(
                    style: "versions where apps",
                    columns: [
                        .words("App"), .number(rate), .bars(ChangeBar.scale(span)), .number("Change in rate"),
                        .words("Trend"), .number("Visible from"), .number("Asked"), .number("Reach"),
                        .number("Opened in 24 h"), .words("What changed"),
                    ], groups: [listed.map { row($0, head, span) }]),
                note: (compared > 0
                    ? "Visible from: the smallest change that would be found four times in five. " : "")
                    + "Reach: of people active in 28 days. Opened in 24 h: of sends older than a day."
                    + (alone.isEmpty || apps.count == alone.count
                        ? "" : " The first \(alone.count) apps have pages of their own.")
                    + (left > 0 ? " \(PageFormat.counted(left, "more app is", "more apps are")) in the CSV." : ""),
                csv: "verdicts")
        ]
    }

    private func row(_ app: OverviewSection, _ head: PageHead, _ span: Int) -> Table.Row {
        let level = { (metric: String, label: String) -> Table.Cell in
            .number((app.verdicts.of(metric)?.rate ?? .none).text, label: label)
        }
        let compared = app.standing.compared
        let detectable = compared?.row["detectable"] == nil ? nil : compared?.row.limit("detectable")
        return Table.Row(
            name: head.name(of: app.appID, atMost: 60),
            link: alone.path(of: app.appID).map { $0 + SitePage.index.file },
            cells: [
                .rate(app.standing.level),
                .bar(ChangeBar.markup(compared, span: span)), .change(compared),
                .spark(app.spark(head)),
                .number(
                    detectable.map { $0.replacing(" points", with: " pts") } ?? PageFormat.dash, label: "Visible from"),
                .number(app.standing.askedText, label: "Asked"),
                app.isStatusKnown ? level("reach", "Reach") : .number(PageFormat.dash, label: "Reach"),
                level("opens", "Opened in 24 h"), changes(of: app),
            ])
    }

    /// The gravest change of an app, with a link to its page.
    private func changes(of app: OverviewSection) -> Table.Cell {
        let told = app.verdicts.told
        guard let first = app.change ?? told.first else { return .words("") }
        let others = told.filter { $0.key != first.key }.count
        let words = first.title + (others > 0 ? " and \(PageFormat.count(others)) more" : "")
        return alone.path(of: app.appID).map { .link(words, href: $0 + app.links.href(first)) } ?? .words(words)
    }
}

extension Verdict {
    /// What happened, without numbers: `Opt-in fell on iOS 26.3`.
    fileprivate var statement: String {
        isOfRule ? CellMark.unmarked(title) : "\(subject) \(kind?.rawValue ?? "")\(place)"
    }
}
