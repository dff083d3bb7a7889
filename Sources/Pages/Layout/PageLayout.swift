import Crypto
import Foundation

/// The frame of every page: HTML head with its content security policy, navigation, and footer.
struct PageLayout {
    let page: SitePage
    let templates: PageTemplates
    /// The name of the app that the page is about, or the number of apps.
    let subject: String
    /// The relative path from the page's folder to the report's folder.
    let root: String
    /// The relative path from the page's folder to the folder that contains the `csv/` of its range.
    let tables: String
    /// The names of the tables that can be downloaded as CSV files.
    let csv: [String]
    let title: String
    /// The name of the page's range of days, for example `Last 28 days`.
    let range: String
    /// Links to the same page for other ranges; empty if there are none.
    let ranges: [PageModel]
    /// Links to the same page for other apps; empty if there are none.
    let apps: [PageModel]

    /// Renders the whole page with this body.
    func render(_ body: SafeHTML) throws -> String {
        try templates.render(
            "layout",
            PageModel([
                "policy": .text(Self.policy(style: templates.style, script: templates.script)),
                "title": .text(CellMark.unmarked(title)),
                "subject": .text(subject),
                "root": .text(root),
                "hasApps": .flag(!apps.isEmpty), "apps": .list(apps),
                "range": .text(range), "hasRanges": .flag(!ranges.isEmpty), "ranges": .list(ranges),
                "styleHTML": .html(SafeHTML(trusted: templates.style)),
                "scriptHTML": .html(SafeHTML(trusted: templates.script)),
                "pages": .list(SitePage.all.map(link)),
                "bodyHTML": .html(body),
                "tables": .list(csv.map { PageModel(["name": .text($0), "base": .text(tables)]) }),
            ])
        ).text
    }

    private func link(_ other: SitePage) -> PageModel {
        PageModel([
            "file": .text(other.file), "label": .text(other.label), "isCurrent": .flag(other.label == page.label),
        ])
    }

    /// Returns a content security policy that allows only this style sheet and this script, by hash, and no requests.
    static func policy(style: String, script: String) -> String {
        [
            "default-src 'none'", "style-src '\(source(style))'", "script-src '\(source(script))'", "base-uri 'none'",
            "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }

    /// Returns the source expression that allows exactly this text.
    private static func source(_ text: String) -> String {
        "sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
    }
}
