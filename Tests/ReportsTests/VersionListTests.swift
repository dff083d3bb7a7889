import Pages
import Testing

/// The order of OS versions in tables, and which of them are folded.
@Suite struct VersionListTests {
    private typealias Counts = (level: String, os: String?, version: String?, [Int]?)
    /// A version with the number of people asked; nil if it is withheld.
    private typealias Asked = (os: String, version: String, asked: Int?)

    /// Returns the figure of the win-back page.
    private func figure(_ versions: [Asked]) throws -> Figure {
        let counts = { (asked: Int?) in asked.map { [$0, $0 / 2, $0 / 4] } }
        var rows: [Counts] = versions.map { ("version", $0.os, $0.version, counts($0.asked)) }
        let majors = Dictionary(grouping: versions) { [$0.os, String($0.version.prefix { $0 != "." })] }
        for (key, versions) in majors.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            rows.append(("major", key[0], key[1], counts(versions.reduce(0) { $0 + ($1.asked ?? 3) })))
        }
        rows.append(("app", nil, nil, counts(9_000)))
        return try Fixtures.site(["win_back_by_os": Fixtures.winBack(rows, app: "a")])["win-back.html"]
            .figure("returns")
    }

    @Test func platformsAreInTheirOrderAndVersionsWithMostPeopleFirstUnderTheirMajor() throws {
        let names = try figure([
            ("web", "131.0", 90), ("web", "130.0", 95), ("Android", "16.0", 80), ("iOS", "18.7", 60),
            ("iOS", "26.1", 50), ("iOS", "26.0", 70), ("iPadOS", "26.1", 300), ("tvOS", "26.0", 400),
        ]).rows.map(\.name)
        #expect(
            names == [
                "iOS", "iOS 26", "iOS 26.0", "iOS 26.1", "iOS 18.7", "iPadOS 26.1", "Android 16.0", "web", "web 130.0",
                "web 131.0", "tvOS 26.0",
            ])
    }

    @Test func theNameOfAPlatformStandsAloneInItsRow() throws {
        let rows = try figure([("iOS", "18.7", 60), ("iOS", "26.1", 50), ("iPadOS", "26.1", 300)]).rows
        #expect(rows[0].style == "platform" && rows[0].cells.isEmpty)
        #expect(rows.filter { $0.style == "platform" }.map(\.name) == ["iOS"])
    }

    @Test func aSinglePlatformNeedsNoName() throws {
        #expect(try figure([("iOS", "18.7", 60), ("iOS", "26.1", 50)]).rows.map(\.name) == ["iOS 18.7", "iOS 26.1"])
    }

    @Test func versionsOfEqualNumbersAreNewestFirst() throws {
        let names = ["iOS 17.0", "iOS 16.0", "iOS 15.0"]
        let versions = names.reversed().map { name -> Asked in ("iOS", String(name.dropFirst(4)), 60) }
        #expect(try figure(versions).rows.map(\.name) == names)
    }

    @Test func majorsWhoseVersionsAreFoldedAreCountedIfTheTableHasNoRoom() throws {
        let figure = try figure(
            (0..<50).flatMap { major -> [Asked] in [("iOS", "\(major).0", 20), ("iOS", "\(major).1", 20)] })
        #expect(figure.cells("Other iOS (100 versions, 2,000 people)") != nil)
        #expect(figure.note.contains("2 more OS versions (80 people asked) are in the CSV"))
    }

    @Test func besideAWithheldVersionTheFoldedOnesHaveNoNumberOfPeople() throws {
        let names = { (asked: Int?) throws -> [String] in
            try figure([("iOS", "17.4", 500), ("iOS", "16.7", 29), ("iOS", "15.8", asked)]).rows.map(\.name)
        }
        #expect(try names(5).contains("Other iOS (2 versions, 34 people)"))
        #expect(try names(nil).contains("Other iOS (2 versions)"))
    }
}
