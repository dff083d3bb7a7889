import Foundation
import Pages
import Testing

@Suite struct DigestTests {
    private static func files(of site: Site, address: String? = nil) throws -> [String: String] {
        let overviews = site.pages.filter { $0.file.split(separator: "/").last == "index.html" }
        let files = try Digest(overviews, ReportRows(), address: address).files
        return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
    }

    @Test func itSaysWhatTheOverviewSays() throws {
        let page = try Fixtures.realistic.page("index.html")
        let title = Fixtures.realistic["index.html"].headline.title
        let files = try Self.files(of: Fixtures.realistic, address: "https://reports.example.com")
        let text = try #require(files["digest.txt"])
        #expect(text.hasPrefix("com.example.reader: \(title).\n"))
        #expect(text.contains("\nhttps://reports.example.com/index.html\n") && text.contains("; target 58%"))
        let html = try #require(files["digest.html"])
        #expect(html.contains(">\(title)</span></h1>"), "the statement has the key of its verdict")
        #expect(html.contains("<title>\(title)</title>"), "a title has no elements")
        #expect(html.contains("href=\"https://reports.example.com/index.html\""))
        for number in page.matches(of: /<dd class="value[^"]*">([^<]+)</) {
            #expect(text.contains(": \(number.output.1)") && html.contains(">\(number.output.1)</strong>"))
        }
        let json = try JSONSerialization.jsonObject(with: Data(files["digest.json"]!.utf8)) as? [String: Any]
        #expect((json?["apps"] as? [[String: Any]])?.first?["title"] as? String == title)
    }

    @Test func aDigestOfOtherDaysThanThePagesLinksToNoFinding() throws {
        let overviews = Fixtures.realistic.pages.filter { $0.file == "index.html" }
        let links = try [true, false].map { hasPages in
            let digest = Digest(overviews, ReportRows(), address: "https://reports.example.com", hasPages: hasPages)
            let html = try #require(digest.weeklyFiles.first { $0.path == "digest-weekly.html" }?.text)
            return html.matches(of: /href="https:\/\/reports.example.com\/([^"]+)"/).map { String($0.output.1) }
        }
        #expect(links[0].count > 1 && links[1] == ["index.html"])
    }

    /// A week has no rows of experiments, because these are of no range.
    @Test func aDigestOfAWeekTellsOfExperimentsToo() throws {
        let app = "com.example.reader"
        let overviews = Fixtures.realistic.pages.filter { $0.file == "index.html" }
        let whole = ReportRows(Fixtures.primer(half: 0.02, app: app))
        let digest = Digest(overviews, ReportRows(), whole: whole, address: nil, hasPages: false)
        for (path, text) in digest.weeklyFiles { #expect(text.contains("Experiment"), "\(path)") }
    }

    @Test func itListsTheLatestThousandMarksAndCountsTheOthers() throws {
        let marks = (1...1_002).map { ("2026-04-30", "team", "Mark \($0)") }
        let rows = ReportRows(["marks": Fixtures.marks(marks, app: "com.example.reader")])
        let overviews = Fixtures.realistic.pages.filter { $0.file.split(separator: "/").last == "index.html" }
        let files = try Digest(overviews, rows, address: nil).files
        let text = try #require(files.first { $0.path == "digest.json" }?.text)
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let app = try #require((json?["apps"] as? [[String: Any]])?.first)
        let listed = try #require(app["marks"] as? [[String: Any]])
        #expect(listed.count == 1_000 && app["omitted_marks"] as? Int == 2)
        #expect(listed.first?["name"] as? String == "Mark 3" && listed.last?["name"] as? String == "Mark 1002")
        let words = try #require(files.first { $0.path == "digest.txt" }?.text)
        #expect(words.contains("; 990 more in the CSV."))
    }

    @Test(arguments: Fixtures.all.map(\.name)) func everyDigestIsComplete(name: String) throws {
        let files = try Self.files(of: Fixtures.named(name))
        let html = try #require(files["digest.html"])
        for tag in ["<script", "<img", "Etc/<b>", "]]>", "\u{202E}"] {
            #expect(html.unicodeScalars.firstRange(of: tag.unicodeScalars) == nil, "\(tag)")
        }
        #expect(html.contains("default-src 'none'") && !html.contains("href"))
        #expect(files["digest.txt"]!.count > 40 && files["digest.txt"]!.count < 20_000)
        #expect(files == (try Self.files(of: Fixtures.named(name))))
    }
}
