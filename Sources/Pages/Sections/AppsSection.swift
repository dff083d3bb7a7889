/// The overview of a report of several apps: one table with a row for each.
struct AppsSection: Section {
    /// The section is about no single app.
    let appID = ""
    private let apps: [OverviewSection]
    private let rows: ReportRows
    private let findings: [Finding]
    /// The apps that have pages of their own.
    private let alone: [SiteScope]

    /// - Parameter whole: the rows of the report's own range.
    init(_ apps: [String], _ rows: ReportRows, whole: ReportRows, findings: [Finding], alone: [SiteScope]) {
        self.apps = apps.map { OverviewSection($0, rows, whole: whole) }
        (self.rows, self.findings, self.alone) = (rows, findings, alone)
    }

    var summary: (value: String, note: String) { ("", "") }

    /// The apps whose opt-in rate fell, or rose, clearly.
    private func moved(_ isFall: Bool) -> [OverviewSection] {
        apps.filter { app in app.change.changed.map { ($0.value < 0) == isFall } ?? false }
    }

    func headline(_ head: PageHead) -> Headline {
        let (fallen, risen) = (moved(true), moved(false))
        let compared = apps.filter(\.change.isCompared)
        let count = PageFormat.count(apps.count)
        let pair = "\(head.shortDays) against \(head.before)"
        guard !compared.isEmpty else {
            return Headline(
                title: "Nothing to compare in \(count) apps",
                lede: "\(pair): each app has fewer than \(OptInChange.smallestRange) people asked in one of the "
                    + "ranges, or events that do not reach back so far.")
        }
        let words = [(fallen, "fell"), (risen, "rose")].filter { !$0.0.isEmpty }
            .map { "\($1) in \(PageFormat.count($0.count))" }
        guard !words.isEmpty else {
            return Headline(
                title: partly(of: count)
                    ?? "Opt-in held in \(compared.count == apps.count ? "all" : "\(PageFormat.count(compared.count)) of") "
                    + "\(count) apps",
                lede: "\(pair). The table says how small a change could be seen.\(rest(apps.count - compared.count))",
                looks: looks(head))
        }
        let named = (fallen + risen).prefix(3).map { app in
            "\(head.name(of: app.appID, atMost: 40)) "
                + "\(app.change.changed?.text(PageFormat.signed) ?? "") points to \(app.change.rate.text)"
        }
        return Headline(
            title: "Opt-in \(words.joined(separator: " and ")) of \(count) apps",
            lede: "\(pair): \(named.joined(separator: ", ")).", looks: looks(head))
    }

    /// The title if the rate of a part of an app's people fell: `Opt-in fell on iOS 26.3 in 1 of 3 apps`; otherwise nil.
    private func partly(of count: String) -> String? {
        let falls = Finding.parts(of: findings).filter { $0.isFall && $0.appID != nil }
        return falls.first.map { first in
            let apps = Set(falls.filter { $0.subject == first.subject }.map(\.appID)).count
            return "Opt-in fell\(first.place) in \(PageFormat.count(apps)) of \(count) apps"
        }
    }

    /// A sentence on the apps that can't be compared; empty if there are none.
    private func rest(_ count: Int) -> String {
        count > 0 ? " \(PageFormat.counted(count, "app has", "apps have")) too few people or days to tell." : ""
    }

    /// The alerts about apps with own pages, at most three.
    private func looks(_ head: PageHead) -> [Headline.Look] {
        findings.filter { $0.severity == .alert }.compactMap { finding in
            guard let app = finding.appID, let path = alone.path(of: app) else { return nil }
            return Headline.Look(
                before: "", link: head.name(of: app, atMost: 40), href: path + SitePage.index.file,
                after: ": \(finding.sentence)")
        }.prefix(3).map(\.self)
    }

    func numbers(_ head: PageHead) -> [KeyNumber] { [] }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] { [] }

    func lead(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        let listed = Array(apps.prefix(budget.apps))
        let differences = listed.compactMap { $0.change.isCompared ? $0.change.compared?.rate("difference") : nil }
        let widest = differences.map { max($0.low.magnitude, $0.high.magnitude) }.max() ?? 0
        let span = [5, 10, 20, 30, 50].first { widest <= Double($0) / 100 } ?? 100
        let left = apps.count - listed.count
        return [
            Figure(
                name: "apps", title: "All apps",
                caption: "Opt-in rate against \(head.before), without adding anything up across apps.",
                table: Table(
                    style: "versions where apps",
                    columns: [
                        .words("App"), .number("Opt-in rate"), .bars(ChangeBar.scale(span)), .number("Change in rate"),
                        .words("Trend"), .number("Visible from"), .number("Asked"), .number("Reach"),
                        .number("Opened in 24 h"), .words("Finding"),
                    ], groups: [listed.map { row($0, head, span) }]),
                note: "Visible from: the smallest change that would be found four times in five. Reach: of people "
                    + "active in 28 days. Opened in 24 h: of sends older than a day."
                    + (alone.isEmpty || apps.count == alone.count
                        ? "" : " The first \(alone.count) apps have pages of their own.")
                    + (left > 0 ? " \(PageFormat.counted(left, "more app is", "more apps are")) in the CSV." : ""),
                csv: "key_numbers")
        ]
    }

    private func row(_ app: OverviewSection, _ head: PageHead, _ span: Int) -> Table.Row {
        let keys = rows["key_numbers", app: app.appID]
        let rate = { (measure: String) -> Table.Cell in
            let row = keys.first { $0["measure"] == measure }
            return .number(
                (row?.shown("rate", of: row?.counted("base")) ?? .none).text,
                label: measure == "open_rate_24h" ? "Opened in 24 h" : "Reach")
        }
        let difference = app.change.isCompared ? app.change.compared?.rate("difference") : nil
        let detectable = difference == nil ? nil : app.change.compared?.points("detectable")
        let page = alone.path(of: app.appID).map { $0 + SitePage.index.file }
        return Table.Row(
            name: head.name(of: app.appID, atMost: 60), link: page,
            cells: [
                .rate(app.change.rate), .bar(ChangeBar.markup(difference, span: span)), .change(difference),
                .spark(app.spark(head)),
                .number(
                    detectable.map { $0.replacing(" points", with: " pts") } ?? PageFormat.dash,
                    label: "Visible from"),
                .number(app.change.asked.text, label: "Asked"), rate("reach_rate_28d"),
                rate("open_rate_24h"), finding(of: app.appID, page),
            ])
    }

    /// The most severe finding about an app, with a link to its findings.
    private func finding(of app: String, _ page: String?) -> Table.Cell {
        let own = findings.filter { $0.appID.map { $0.utf8.elementsEqual(app.utf8) } ?? false }
        guard let first = own.first else { return .words("") }
        let more = own.count > 1 ? " and \(PageFormat.count(own.count - 1)) more" : ""
        guard let page else { return .words(first.label + more) }
        return .link(first.label + more, href: page + "#findings")
    }
}
