import Foundation
import PageAccounts
import Pages
import Testing

/// Templates and style sheets supplied by the user in a folder.
@Suite struct TemplateFolderTests {
    /// Returns the overview of the small site, with these files replacing the built-in ones.
    private static func index(replacing files: [String: String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        return try Fixtures.small.pages[0].render(with: .replaced(from: folder.path))
    }

    @Test func aStyleSheetOfAFolderReplacesTheOwnAndItsHashIsInThePolicy() throws {
        let page = try Self.index(replacing: ["page.css": "h1 { color: teal; }", "README.md": "{{what}}"])
        #expect(page.contains("<style>h1 { color: teal; }</style>"))
        #expect(try page != Fixtures.small.pages[0].render())
        #expect(page.contains("From the prompt to permission"))
    }

    /// The browser computes the hash of a style sheet or script after it has read every line end as a line feed.
    @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"]) func filesOfAnyLineEndsGiveTheSamePolicy(end: String) throws {
        let lines = end == "\r\r\n" ? "\n\n" : "\n"
        let page = try Self.index(replacing: ["page.css": "h1 {\(end)}", "page.js": "1;\(end)2"])
        #expect(page.contains("<style>h1 {\(lines)}</style>") && page.contains("<script>1;\(lines)2</script>"))
        #expect(try page == Self.index(replacing: ["page.css": "h1 {\(lines)}", "page.js": "1;\(lines)2"]))
    }

    @Test func aTemplateOfAFolderReplacesTheOneOfItsName() throws {
        let page = try Self.index(
            replacing: ["page.mustache": "<h1>Acme: {{title}}</h1>{{> logo}}", "logo.mustache": "<hr/>"])
        let words = page.replacing(/<\/?span[^>]*>/, with: "")
        #expect(words.contains("<h1>Acme: Opt-in rose 5.6 points to 55.8%</h1><hr/>"))
    }

    @Test func aNumberInAnAttributeHasNoElement() throws {
        let page = try Self.index(replacing: ["page.mustache": "<h1 title=\"{{title}}\"></h1>"])
        #expect(page.contains("<h1 title=\"Opt-in rose 5.6 points to 55.8%\"></h1>"))
    }

    @Test(arguments: [("figure.mustache", "figure"), ("findings.mustache", "findings"), ("own.mustache", "own")])
    func anUnknownKeyIsNamedWithItsFileWhetherOrNotAPageAsksForIt(file: String, template: String) {
        #expect(throws: PageError.unknownKey("colour", template: template)) {
            try Self.index(replacing: [file: "{{title}} {{colour}}"])
        }
        #expect("\(PageError.unknownKey("colour", template: template))".contains("\(file) asks for {{colour}}"))
    }

    @Test func aFolderThatIsNotThereOrHoldsNothingOfThePagesIsSaid() {
        #expect(throws: PageError.self) { try PageTemplates.replaced(from: "/nowhere at all") }
        #expect(throws: PageError.self) { try Self.index(replacing: ["Page.css": "h1 {}"]) }
    }

    @Test(arguments: ["page.css", "page.js"]) func aFileThatEndsItsElementIsRefused(file: String) {
        #expect(throws: PageError.forbiddenTag("</", template: file)) {
            try Self.index(replacing: [file: "/* </style><script> */"])
        }
    }

    @Test func markupThatIsNotMarkupIsRefused() {
        #expect(throws: PageError.self) { try Self.index(replacing: ["page.mustache": "{{{title}}}"]) }
    }
}
