import Foundation
import FoundationXML
import Pages
import Reports
import TestSupport
import Testing

/// Protections against markup and script injection in pages.
@Suite struct PageSafetyTests {
    private static let dashboards = URL(fileURLWithPath: ClientLibraries.root).appending(path: "dashboards")

    private static let index = Fixtures.small.pages[0]

    private static func files() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: dashboards.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, try String(contentsOf: dashboards.appending(path: name), encoding: .utf8))
            })
    }

    @Test func thePolicyComesFirstAndItsHashesAreThoseOfTheStyleAndTheScript() throws {
        let html = try Fixtures.realistic.page("index.html")
        #expect(html.contains("<head>\n<meta http-equiv=\"Content-Security-Policy\""))
        for element in ["style", "script"] {
            let start = try #require(html.firstRange(of: "<\(element)>")).upperBound
            let end = try #require(html.firstRange(of: "</\(element)>")).lowerBound
            let hash = try Self.sha256(String(html[start..<end])).base64EncodedString()
            #expect(html.contains("\(element)-src &#39;sha256-\(hash)&#39;"))
        }
    }

    /// Returns the hash computed by `sha256sum`, so that the test doesn't rely on the code under test.
    private static func sha256(_ text: String) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        process.arguments = [file.path]
        process.standardOutput = output
        try process.run()
        let hex = Array(output.fileHandleForReading.readDataToEndOfFile().prefix(64))
        process.waitForItsEnd()
        return Data(
            stride(from: 0, to: 64, by: 2).compactMap {
                UInt8(String(decoding: hex[$0...$0 + 1], as: UTF8.self), radix: 16)
            })
    }

    @Test(arguments: Fixtures.all.map(\.name)) func noPageHasInlineStyleHandlersOrOutsideAddresses(name: String) throws
    {
        // Foundation searches ten times as fast as a `Regex`. What stands in quotes is a name, not an attribute.
        for (page, html) in try #require(Fixtures.rendered[name]) {
            let body = try #require(html.range(of: "<body>")).lowerBound
            #expect(html.components(separatedBy: "<script").count == 2, "\(page.file)")
            let isInline = html.range(
                of: "<[^>\"]*(\"[^\"]*\"[^>\"]*)*\\s(style|on[a-z]+)=", options: .regularExpression,
                range: body..<html.endIndex)
            #expect(isInline == nil, "\(page.file)")
            let outside = html.range(of: "https?:|//[a-z]|url\\(|@import|innerHTML", options: .regularExpression)
            #expect(outside == nil, "\(page.file)")
        }
    }

    @Test func hostileNamesAreTextEverywhere() throws {
        for page in Fixtures.hostile.pages {
            let html = try page.render()
            for tag in ["<script>alert", "<img", "Etc/<b>", "\"\u{200D}", "]]>", "\u{202E}", "\u{0}"] {
                #expect(html.unicodeScalars.firstRange(of: tag.unicodeScalars) == nil, "\(tag) on \(page.file)")
            }
        }
        let html = try Fixtures.hostile.page("opt-in.html")
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(html.contains("{{title}}{{{title}}}"))
    }

    @Test(arguments: Fixtures.all.map(\.name)) func everyBodyIsXML(name: String) throws {
        for (page, html) in try #require(Fixtures.rendered[name]) {
            let body = try #require(html.range(of: "<body>")).lowerBound
            let script = try #require(html.range(of: "<script>")).lowerBound
            let isXML = XMLParser(data: Data("\(html[body..<script])</body>".utf8)).parse()
            #expect(isXML, "\(page.file)")
        }
    }

    @Test func theTemplatesOnDiskAreThoseCompiledIn() throws {
        let templates = try PageTemplates(files: Self.files())
        #expect(try Self.index.render(with: templates) == Self.index.render())
    }

    @Test(arguments: ["{{unknown}}", "{{#unknown}}x{{/unknown}}", "{{^unknown}}x{{/unknown}}", "{{{unknownHTML}}}"])
    func aKeyThatTheModelLacksFailsTheRendering(tag: String) throws {
        let templates = try Self.templates("page.mustache", adding: tag)
        let key = tag.contains("HTML") ? "unknownHTML" : "unknown"
        #expect(throws: PageError.unknownKey(key, template: "page")) { try Self.index.render(with: templates) }
    }

    @Test func aKeyOfAnOuterModelIsUnknownInAnInnerOne() throws {
        let templates = try Self.templates("section.mustache", adding: "{{range}}")
        #expect(throws: PageError.unknownKey("range", template: "section")) { try Self.index.render(with: templates) }
    }

    @Test(arguments: [
        "{{% CONTENT_TYPE:TEXT}}", "{{&title}}", "{{{title}}}", "{{=<% %>=}}", "{{>*title}}", "{{> nowhere}}",
        "{{<section}}{{/section}}", "{{.}}", "{{title.count}}", "{{capitalized(title)}}", "{{scaleHTML}}",
    ])
    func aTagThatCouldUndoEscapingIsRefused(tag: String) throws {
        #expect(throws: PageError.self) { try Self.templates("page.mustache", adding: tag) }
    }

    @Test func quotesThatFormOneGraphemeWithANeighbourAreEscaped() throws {
        let templates = try PageTemplates(files: ["t.mustache": "{{x}}", "page.css": "", "page.js": ""])
        for scalar in ["\u{200D}", "\u{0301}", "\u{0600}"] {
            let model = PageModel(["x": .text("\(scalar)\"\(scalar)<\(scalar)")])
            #expect(try templates.render("t", model).text == "\(scalar)&quot;\(scalar)&lt;\(scalar)")
        }
    }

    private static func templates(_ file: String, adding tag: String) throws -> PageTemplates {
        var files = try files()
        files[file, default: ""] += tag
        return try PageTemplates(files: files)
    }
}
