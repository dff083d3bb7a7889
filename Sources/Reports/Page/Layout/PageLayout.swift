import Crypto
import Foundation

/// The frame around every page: head with its policy, navigation, foot.
struct PageLayout {
    let page: SitePage
    let templates: PageTemplates
    /// Whose report it is, and where its folder is.
    let scope: SiteScope
    /// From the page's folder to the report's.
    let root: String
    let title: String

    /// The whole page around a body.
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
                // A part of an app's people has no page of all apps: that of all of them has.
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

    /// Nothing but this very style sheet and script may act, and nothing may be loaded or sent.
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
