/// The page that lists the reports that are kept.
package struct ReportList {
    /// A report in its folder.
    package struct Entry {
        /// Its folder, such as `report-2026-11-27T020000Z`.
        let folder: String
        /// First and last day; nil if there are no events.
        let (from, to): (Day?, Day?)
        /// The app that it is limited to; nil for all apps.
        let app: String?
        /// What its digest says first; empty if it has none.
        let headline: String
        let isStale: Bool

        package init(folder: String, from: Day?, to: Day?, app: String?, headline: String = "", isStale: Bool) {
            (self.folder, self.from, self.to, self.app) = (folder, from, to, app)
            (self.headline, self.isStale) = (headline, isStale)
        }
    }

    let entries: [Entry]

    /// - Parameter entries: the reports, newest first.
    package init(_ entries: [Entry]) { self.entries = entries }

    /// Renders the page.
    package func render(with templates: PageTemplates) throws -> String {
        try templates.render(
            "reports",
            PageModel([
                "policy": .text(PageLayout.policy(style: templates.style, script: templates.script)),
                "styleHTML": .html(SafeHTML(trusted: templates.style)),
                "reports": .list(entries.map(\.model)),
            ])
        ).text
    }
}

extension ReportList.Entry {
    fileprivate var model: PageModel {
        PageModel([
            "folder": .text(folder), "time": .text(time), "days": .text(days),
            "app": .text(app.map { PageFormat.name($0, atMost: 60) } ?? "all"),
            "headline": .text(headline), "note": .text(isStale ? "marked as out of date" : ""),
        ])
    }

    /// When it was published, from the folder's name: `27 Nov 2026, 02:00 UTC`.
    private var time: String {
        let name = folder.dropFirst(ReportName.runPrefix.count)
        guard let day = Day(String(name.prefix(10))), name.dropFirst(10).first == "T" else { return String(name) }
        let digits = name.dropFirst(11).prefix(4)
        return digits.count == 4 ? "\(day.text), \(digits.prefix(2)):\(digits.suffix(2)) UTC" : day.text
    }

    private var days: String {
        guard let from, let to else { return "no events" }
        return from == to ? from.text : "\(from.text) to \(to.text)"
    }
}
