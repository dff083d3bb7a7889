/// All pages of one range of a report. They cover all apps together and, if there are several, each app separately. For
/// a single app and the report's own range there are also opt-in pages for parts of its people.
package struct Site: Sendable {
    package let pages: [Page]
    /// The rows that the pages show.
    package let rows: ReportRows

    /// Creates the pages from these rows. Each page has a section for every app in `apps`, by default all apps with
    /// rows. Only the first 12 apps get separate pages.
    package init(_ head: PageHead, _ rows: ReportRows, of apps: [String]? = nil, findings: [Finding] = []) {
        self.rows = rows
        let apps = apps ?? rows.apps
        let alone = apps.count > 1 ? apps.prefix(PageBudget.all[0].sections).compactMap(SiteScope.init(alone:)) : []
        pages = ([SiteScope(apps)] + alone).flatMap { scope in
            let isOne = scope.apps.count == 1 && head.folder.isEmpty
            let parts = isOne ? OptInPart.all(of: scope.apps[0], rows) : []
            return Self.pages(of: scope, head, rows, findings, parts) + Self.pages(of: parts, scope, head)
        }
    }

    /// Returns the pages of `SitePage.all` for these apps.
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

    /// Returns the opt-in pages of parts of an app's people.
    private static func pages(of parts: [OptInPart], _ scope: SiteScope, _ head: PageHead) -> [Page] {
        parts.map { part in
            Page(
                place: .optIn(of: part), head: head, scope: scope,
                sections: [OptInPartSection(appID: scope.apps[0], part: part)], parts: parts)
        }
    }

    /// Returns an app's section on a page; nil if the page has no sections by app.
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

/// The apps that a set of pages is about, and the pages' folder.
struct SiteScope: Sendable {
    let apps: [String]
    /// The folder, relative to that of the range, with a slash at the end; empty for pages of all apps.
    let path: String

    /// Creates the scope of all apps of a report.
    init(_ apps: [String]) { (self.apps, path) = (apps, "") }

    /// Creates the scope of one of several apps; nil if its name can't be used for a folder.
    init?(alone app: String) {
        guard let folder = Self.folder(of: app) else { return nil }
        (apps, path) = ([app], folder + "/")
    }

    /// Returns the app's name for use as a folder name; nil if it contains anything but ASCII letters, digits and
    /// `.-_`, starts with a dot, is longer than 100 bytes, or would clash with another file or folder of the report.
    static func folder(of app: String) -> String? {
        let isPlain = app.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || ".-_".unicodeScalars.contains(scalar))
        }
        let name = app.lowercased()
        let isTaken =
            ["csv", "manifest.json", ReportFolder.staleFile, "7-days", "28-days"].contains(name)
            || name.hasSuffix(".html")
        return isPlain && !isTaken && !app.hasPrefix(".") && (1...100).contains(app.utf8.count) ? app : nil
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

    /// The app's name, or the number of apps.
    var subject: String {
        switch apps.count {
        case 0: "Bellwether"
        case 1: PageFormat.name(apps[0], atMost: 80)
        default: "\(PageFormat.count(apps.count)) apps"
        }
    }
}
