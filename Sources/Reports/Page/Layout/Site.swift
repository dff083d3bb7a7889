/// All pages of a range of a report: those of all apps together and, where there are several, those of each alone; of the
/// report's own range and one app also those of parts of its people.
package struct Site: Sendable {
    package let pages: [Page]

    /// The pages of these rows, with a section on each for every app, by default those that have a row anywhere.
    package init(_ head: PageHead, _ rows: ReportRows, of apps: [String]? = nil, findings: [Finding] = []) {
        let apps = apps ?? rows.apps
        let alone = apps.count > 1 ? apps.prefix(PageBudget.all[0].sections).compactMap(SiteScope.init(alone:)) : []
        pages = ([SiteScope(apps)] + alone).flatMap { scope in
            let isOne = scope.apps.count == 1 && head.folder.isEmpty
            let parts = isOne ? OptInPart.all(of: scope.apps[0], rows) : []
            return Self.pages(of: scope, head, rows, findings, parts) + Self.pages(of: parts, scope, head)
        }
    }

    private static func pages(
        of scope: SiteScope, _ head: PageHead, _ rows: ReportRows, _ findings: [Finding], _ parts: [OptInPart]
    ) -> [Page] {
        SitePage.all.map { place in
            let isOverview = place == .index && head.horizon != nil
            return Page(
                place: place, head: head, scope: scope,
                sections: scope.apps.compactMap { section(of: place, app: $0, rows) },
                shared: place == .quality ? DeliveriesSection(rows) : nil,
                later: place == .quality ? scope.apps.map { LatencySection($0, rows) } : [],
                findings: isOverview ? scope.part(of: findings) : nil,
                quality: isOverview ? scope.apps.map { QualitySection($0, rows) } : [],
                parts: place == .optIn ? parts : [])
        }
    }

    private static func pages(of parts: [OptInPart], _ scope: SiteScope, _ head: PageHead) -> [Page] {
        parts.map { part in
            Page(
                place: .optIn(of: part), head: head, scope: scope,
                sections: [OptInPartSection(appID: scope.apps[0], part: part)], parts: parts)
        }
    }

    private static func section(of place: SitePage, app: String, _ rows: ReportRows) -> (any Section)? {
        switch place {
        case .index: OverviewSection(app, rows)
        case .optIn: OptInSection(app, rows)
        case .provisional: ProvisionalSection(app, rows)
        case .winBack: WinBackSection(app, rows)
        case .opens: OpensSection(app, rows)
        case .reach: ReachSection(app, rows)
        case .quality: QualitySection(app, rows)
        default: nil
        }
    }
}

/// The apps of some pages, and the folder they are in.
struct SiteScope: Sendable {
    let apps: [String]
    /// The folder below the report's, with its slash; empty for the report's own.
    let path: String

    /// All apps of a report.
    init(_ apps: [String]) { (self.apps, path) = (apps, "") }

    /// One of several apps; nil where its name makes no folder.
    init?(alone app: String) {
        guard let folder = Self.folder(of: app) else { return nil }
        (apps, path) = ([app], folder + "/")
    }

    /// The app's name, where it is one of letters, digits and `.-_`, and nothing else in the report has it.
    static func folder(of app: String) -> String? {
        let isPlain = app.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || ".-_".unicodeScalars.contains(scalar))
        }
        let name = app.lowercased()
        let isTaken = ["csv", "manifest.json", "7-days", "28-days"].contains(name) || name.hasSuffix(".html")
        return isPlain && !isTaken && !app.hasPrefix(".") && (1...100).contains(app.utf8.count) ? app : nil
    }

    /// The findings about its apps; those about all of them are on the pages of all.
    func part(of findings: [Finding]) -> [Finding] {
        guard !path.isEmpty else { return findings }
        return findings.filter { finding in
            finding.appID.map { app in apps.contains { $0.utf8.elementsEqual(app.utf8) } } ?? false
        }
    }

    /// From the pages' folder to the report's.
    var base: String { path.isEmpty ? "" : "../" }

    /// The app, or how many apps.
    var subject: String {
        switch apps.count {
        case 0: "Bellwether"
        case 1: PageFormat.name(apps[0], atMost: 80)
        default: "\(PageFormat.count(apps.count)) apps"
        }
    }
}
