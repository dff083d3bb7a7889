/// All pages of one range of a report. They cover all apps together and, if there are several, each app separately. For
/// a single app there are also opt-in pages for parts of its people, a page for each large campaign, and one for each change.
package struct Site: Sendable {
    package let pages: [Page]
    /// The rows that the pages show.
    package let rows: ReportRows

    /// Creates the pages from these rows. Each page has a section for every app in `apps`, by default all apps with
    /// rows. Only the first 12 apps get separate pages. `whole` are the rows of the report's own range, by default the
    /// same ones.
    package init(_ head: PageHead, _ rows: ReportRows, whole: ReportRows? = nil, of apps: [String]? = nil) {
        self.rows = rows
        let apps = apps ?? rows.apps
        let alone = apps.count > 1 ? SiteScope.each(of: apps.prefix(PageBudget.all[0].sections)) : []
        let sources = ([SiteScope(apps)] + alone).map { Source($0, head, rows, whole: whole ?? rows) }
        let links = Dictionary(
            sources.filter { $0.scope.apps.count == 1 }.map { (Array($0.scope.apps[0].utf8), $0.links) },
            uniquingKeysWith: { $1 })
        pages = sources.flatMap { source in
            Self.pages(of: source, among: alone) { links[Array($0.utf8)] ?? VerdictLinks() }
        }
    }

    /// What the pages of a scope are made from.
    private struct Source {
        let scope: SiteScope
        let head: PageHead
        let rows: ReportRows
        /// The rows of the report's own range.
        let whole: ReportRows
        /// The verdicts of the scope's app, or those about several apps.
        let verdicts: Verdicts
        let parts: [OptInPart]
        let campaigns: [CampaignPart]
        let changes: [VerdictPage]

        init(_ scope: SiteScope, _ head: PageHead, _ rows: ReportRows, whole: ReportRows) {
            let app = scope.apps.count == 1 ? scope.apps[0] : nil
            (self.scope, self.head, self.rows, self.whole) = (scope, head, rows, whole)
            verdicts = Verdicts(app, rows)
            parts = app.map { OptInPart.all(of: $0, rows, whole: whole) } ?? []
            campaigns = app.map { CampaignPart.all(of: $0, rows, whole: whole) } ?? []
            changes = VerdictPage.all(of: verdicts)
        }

        var links: VerdictLinks { VerdictLinks(parts: parts, campaigns: campaigns, pages: changes) }

        /// What the overview lists: what changed, and what each explains. What is of all apps together is on pages of all.
        var listed: [(verdict: Verdict, shadows: [Verdict])] {
            let shared = scope.path.isEmpty && scope.apps.count == 1 ? Verdicts(nil, rows).told : []
            return shared.map { ($0, []) } + verdicts.told.map { ($0, verdicts.shadows(of: $0)) }
        }
    }

    /// Returns the pages of a scope. `others` are the scopes of single apps, for links.
    private static func pages(
        of source: Source, among others: [SiteScope], links: (String) -> VerdictLinks
    ) -> [Page] {
        let scope = source.scope
        let parts = source.parts.map(SitePage.optIn) + source.campaigns.map(SitePage.campaign)
        let page = { (place: SitePage, sections: [any Section]) in
            Page(
                place: place, head: source.head, scope: scope, others: others, sections: sections, parts: parts,
                links: source.links)
        }
        let main = SitePage.all.map { place in
            var main = page(place, sections(of: place, source, among: others, links: links))
            if place == .quality {
                main.shared = DeliveriesSection(source.rows)
                main.later = scope.apps.map { LatencySection($0, source.rows) }
            }
            if place == .index, source.head.horizon != nil {
                main.changes = source.listed
                main.isCompared = source.verdicts.all.contains(where: \.isCompared)
                main.hasChangesElsewhere = !scope.path.isEmpty && !Verdicts(nil, source.rows).told.isEmpty
                main.quality = scope.apps.map { QualitySection($0, source.rows) }
            }
            return main
        }
        let ofParts = source.parts.map { page(.optIn(of: $0), [OptInPartSection(appID: scope.apps[0], part: $0)]) }
        let campaigns = source.campaigns.map {
            page(.campaign($0), [CampaignSection(appID: scope.apps[0], part: $0)])
        }
        let changes = source.changes.map { change -> Page in
            let app = change.verdict.appID ?? ""
            let section = VerdictSection(
                appID: app, verdict: change.verdict, verdicts: source.verdicts, links: source.links,
                guides: PlotGuides(of: app, source.whole), marks: source.whole["marks", app: app])
            return page(change.place, [section])
        }
        return main + ofParts + campaigns + changes
    }

    /// Returns the sections of a page: one for each app, or one for all on the overview of several.
    private static func sections(
        of place: SitePage, _ source: Source, among others: [SiteScope], links: (String) -> VerdictLinks
    ) -> [any Section] {
        let apps = source.scope.apps
        guard place == .index, apps.count > 1 else {
            return apps.compactMap { app in
                place.section?(
                    SectionSource(
                        app: app, rows: source.rows, whole: source.whole, links: source.links,
                        campaigns: source.campaigns, isAlone: apps.count == 1))
            }
        }
        return [AppsSection(apps, source.rows, whole: source.whole, alone: others, links: links)]
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
            folder(of: app).map { SiteScope(app, in: ReportName.free($0, among: &taken)) }
        }
    }

    /// Returns the name of an app's folder: the app's name, after a `~` if something else in the folder of reports, in
    /// a report, or on a file system has that name. Nil if no event can have that app.
    static func folder(of app: String) -> String? {
        guard (1...155).contains(app.utf8.count), ReportName.isPlain(app) else { return nil }
        return ReportName.isTaken(app) ? ReportName.escape + app : app
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
