import Crypto
import Foundation

/// The frame of every page: HTML head with its content security policy, navigation, and footer.
struct PageLayout {
    let page: SitePage
    let templates: PageTemplates
    /// The apps that the page is about, and their folder.
    let scope: SiteScope
    /// The relative path from the page's folder to the report's folder.
    let root: String
    let title: String

    /// Renders the whole page with this body.
    func render(_ body: SafeHTML) throws -> String {
        try templates.render(
            "layout",
            PageModel([
                "policy": .text(Self.policy(style: templates.style, script: templates.script)),
                "title": .text(title),
                "subject": .text(scope.subject),
                "base": .text(scope.base),
                "root": .text(root),
                "isOneOfSeveral": .flag(!scope.path.isEmpty),
                // Target of the link "All apps". Pages of a part of an app's people exist only for a single app, so
                // they link to the opt-in page.
                "file": .text(SitePage.all.first { $0.label == page.label }?.file ?? page.file),
                "styleHTML": .html(SafeHTML(trusted: templates.style)),
                "scriptHTML": .html(SafeHTML(trusted: templates.script)),
                "pages": .list(SitePage.all.map(link)),
                "bodyHTML": .html(body),
                "tables": .list(ReportTable.files.map { PageModel(["name": .text($0), "base": .text(scope.base)]) }),
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
            "default-src 'none'", "style-src '\(hash(style))'", "script-src '\(hash(script))'", "base-uri 'none'",
            "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }

    private static func hash(_ text: String) -> String {
        "sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
    }
}
