/// All pages of one range of a report. They cover all apps together and, if there are several, each app separately. For
/// a single app there are also opt-in pages for parts of its people.
package struct Site: Sendable {
    package let pages: [Page]
    /// The rows and the findings that the pages show.
    package let rows: ReportRows
    package let findings: [Finding]

    /// Creates the pages from these rows. Each page has a section for every app in `apps`, by default all apps with
    /// rows. Only the first 12 apps get separate pages. `whole` are the rows of the report's own range, by default the
    /// same ones.
    package init(
        _ head: PageHead, _ rows: ReportRows, whole: ReportRows? = nil, of apps: [String]? = nil,
        findings: [Finding] = []
    ) {
        (self.rows, self.findings) = (rows, findings)
        let (whole, findings) = (whole ?? rows, Finding.numbered(findings))
        let apps = apps ?? rows.apps
        let alone = apps.count > 1 ? SiteScope.each(of: apps.prefix(PageBudget.all[0].sections)) : []
        pages = ([SiteScope(apps)] + alone).flatMap { scope in
            let parts = scope.apps.count == 1 ? OptInPart.all(of: scope.apps[0], rows, whole: whole) : []
            let campaigns = scope.apps.count == 1 ? CampaignPart.all(of: scope.apps[0], rows, whole: whole) : []
            let source = Source(
                head: head, rows: rows, whole: whole, findings: scope.part(of: findings), parts: parts,
                campaigns: campaigns)
            return Self.pages(of: scope, source, among: alone) + Self.pages(of: parts, scope, head, among: alone)
                + campaigns.map { Self.page(of: $0, scope, head, among: alone) }
        }
    }

    /// What the pages of a scope are made from.
    private struct Source {
        let head: PageHead
        let rows: ReportRows
        /// The rows of the report's own range.
        let whole: ReportRows
        /// The findings about the apps of the scope.
        let findings: [Finding]
        let parts: [OptInPart]
        let campaigns: [CampaignPart]
    }

    /// Returns the pages of `SitePage.all` for these apps. `others` are the scopes of single apps, for links.
    private static func pages(of scope: SiteScope, _ source: Source, among others: [SiteScope]) -> [Page] {
        SitePage.all.map { place in
            let isOverview = place == .index && source.head.horizon != nil
            return Page(
                place: place, head: source.head, scope: scope, others: others,
                sections: sections(of: place, scope, source, among: others),
                shared: place == .quality ? DeliveriesSection(source.rows) : nil,
                later: place == .quality ? scope.apps.map { LatencySection($0, source.rows) } : [],
                findings: isOverview ? source.findings : nil,
                quality: isOverview ? scope.apps.map { QualitySection($0, source.rows) } : [],
                parts: source.parts)
        }
    }

    /// Returns the opt-in pages of parts of an app's people.
    private static func pages(
        of parts: [OptInPart], _ scope: SiteScope, _ head: PageHead, among others: [SiteScope]
    ) -> [Page] {
        parts.map { part in
            Page(
                place: .optIn(of: part), head: head, scope: scope, others: others,
                sections: [OptInPartSection(appID: scope.apps[0], part: part)], parts: parts)
        }
    }

    /// Returns the page of a campaign.
    private static func page(
        of campaign: CampaignPart, _ scope: SiteScope, _ head: PageHead, among others: [SiteScope]
    ) -> Page {
        Page(
            place: .campaign(campaign), head: head, scope: scope, others: others,
            sections: [CampaignSection(appID: scope.apps[0], part: campaign)])
    }

    /// Returns the sections of a page: one for each app, or one for all on the overview of several.
    private static func sections(
        of place: SitePage, _ scope: SiteScope, _ source: Source, among others: [SiteScope]
    ) -> [any Section] {
        guard place == .index, scope.apps.count > 1 else {
            return scope.apps.compactMap { app in
                place.section?(
                    SectionSource(
                        app: app, rows: source.rows, whole: source.whole, findings: source.findings,
                        parts: source.parts, campaigns: source.campaigns, isAlone: scope.apps.count == 1))
            }
        }
        return [AppsSection(scope.apps, source.rows, whole: source.whole, findings: source.findings, alone: others)]
    }
}

/// The apps that a set of pages is about, and the pages' folder.
struct SiteScope: Sendable {
    let apps: [String]
    /// The folder, relative to that of the range, with a slash at the end; empty for pages of all apps.
    let path: String

    /// Creates the scope of all apps of a report.
    init(_ apps: [String]) { (self.apps, path) = (apps, "") }

    private init(_ app: String, in folder: String) { (apps, path) = ([app], folder + "/") }

    /// Returns the scope of each of several apps; an app whose name no event can have has none.
    static func each(of apps: some Sequence<String>) -> [SiteScope] {
        var taken: Set<String> = []
        return apps.compactMap { app in
            guard var folder = folder(of: app) else { return nil }
            // A file system that ignores case takes the folders of Shop and shop for one.
            while !taken.insert(folder.lowercased()).inserted { folder += ReportName.escape }
            return SiteScope(app, in: folder)
        }
    }

    /// Returns the name of an app's folder: the app's name, after a `~` if something else in the folder of reports, in
    /// a report, or on a file system has that name. Nil if no event can have that app.
    static func folder(of app: String) -> String? {
        guard (1...155).contains(app.utf8.count), ReportName.isPlain(app) else { return nil }
        return ReportName.isTaken(app) ? ReportName.escape + app : app
    }

    /// Returns the findings about these apps. Findings about all apps together are only on the pages of all apps.
    func part(of findings: [Finding]) -> [Finding] {
        guard !path.isEmpty else { return findings }
        return findings.filter { finding in
            finding.appID.map { app in apps.contains { $0.utf8.elementsEqual(app.utf8) } } ?? false
        }
    }

    /// The relative path from the pages' folder to the folder of the range.
    var base: String { path.isEmpty ? "" : "../" }

    /// Returns the app's name, or the number of apps.
    func subject(_ head: PageHead) -> String {
        switch apps.count {
        case 0: "Bellwether"
        case 1: head.name(of: apps[0])
        default: "\(PageFormat.count(apps.count)) apps"
        }
    }
}

extension [SiteScope] {
    /// Returns the folder of an app's own pages, with a slash at the end; nil if the app has none.
    func path(of app: String) -> String? {
        first { $0.apps[0].utf8.elementsEqual(app.utf8) }?.path
    }
}
