import EventLog
import Foundation
import PageAccounts
import Pages
import Reports
import Testing

/// Every number of every page is accounted for, and the account notices mistakes. `PagesOfReports` does the same to
/// pages of reports from a database.
@Suite struct PageAccountTests {
    /// Renders a site's pages. The glossary's numbers are those of definitions.
    private static func pages(_ site: Site) throws -> [(file: String, html: String)] {
        try site.pages.filter { !$0.file.hasSuffix("glossary.html") }.map { ($0.file, try $0.render()) }
    }

    /// A number in a table takes its column from the head and its row from the row; others have all in an element.
    @Test func aNumberNamesItsCell() throws {
        let html = try Fixtures.small["win-back.html"].render()
        for markup in [
            #"<h1><span data-cell="win_back_by_os/return_rate/5">21.4%</span> of people asked again return</h1>"#,
            #"<th scope="col" class="n" data-cell="win_back_by_os/asked">Asked</th>"#,
            #"<tr class="major" data-cell="1"><th scope="row"><bdi>iOS 17.4</bdi></th>"#,
            #"<td class="n" data-label="Asked">1,013</td>"#,
        ] { #expect(html.contains(markup)) }
        #expect(html.contains("<title>21.4% of people"), "a title has no elements")
    }

    /// A browser ends a drawing at an element of HTML.
    @Test func aNumberInADrawingHasNoElement() throws {
        for page in Fixtures.realistic.pages {
            #expect(try !page.render().contains(/<text[^>]*>[^<]*<span/), "\(page.file)")
        }
    }

    @Test(arguments: ["small", "withheld", "several-apps", "empty", "no-one", "one-row", "too-few", "all-open"])
    func everyNumberIsThatOfItsCell(name: String) throws {
        let site = Fixtures.named(name)
        let tables = PageTables(site)
        for (file, html) in try Self.pages(site) {
            let account = PageAccount(html, tables)
            #expect(account.faults.isEmpty, "\(file)")
        }
    }

    /// `RECORD_GOLDEN=1` writes the list again.
    @Test func numbersStandUnderTheWordsThatTheListSays() throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/cells.txt")
        let tables = PageTables(Fixtures.small)
        let places = try Self.pages(Fixtures.small).reduce(into: [String: Set<String>]()) {
            $0.merge(PageAccount($1.html, tables).places) { $0.union($1) }
        }
        let lines = places.map { place, cells in
            // The heads of the hours are one line.
            let head = place.replacing(/^[0-9]+(?=:00$)/, with: "#")
            return ([head] + [cells.sorted().joined(separator: ", ")].filter { $0 != "" }).joined(separator: ": ")
        }
        let list = Set(lines).sorted().joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try list.write(to: golden, atomically: true, encoding: .utf8)
        }
        #expect(try list == String(contentsOf: golden, encoding: .utf8))
    }

    /// A rate and a base that only pages have are of a column that the catalogue has; so is a share of all events. What is
    /// of a table without a file is in no CSV.
    @Test func everyMarkedColumnIsInTheCatalogue() throws {
        let files = Set(ReportTable.files)
        let cells = try Self.pages(Fixtures.small).flatMap { PageAccount($1, PageTables(Fixtures.small)).pieces }
            .flatMap { $0.markup.matches(of: PageAccount.mark) }
            .flatMap { $0.output.2.matches(of: /([a-z_]+)\/([a-z0-9_]+)\/\d/) }
        #expect(Set(cells.map(\.output.1)).intersection(files.map { $0[...] }).count > 10)
        for cell in cells where files.contains(String(cell.output.1)) {
            guard !cell.output.0.hasPrefix("data_quality/share/") else { continue }
            let columns = SQLFiles.catalogue.fileColumnNames(of: String(cell.output.1))
            let entry = cell.output.2.replacing(/_(rate|base)$/, with: "")
            #expect(columns.contains { $0 == cell.output.2 || $0 == entry }, "\(cell.output.0)")
        }
    }

    @Test func theLabelOfANumberStandsOverNoOther() throws {
        let terms = Topic.all.flatMap(\.terms)
        // In place of a rate of too few.
        let base = "turn_offs_by_frequency/people"
        for (_, html) in try Self.pages(Fixtures.small) {
            for (head, cells) in PageAccount(html, PageTables(Fixtures.small)).places
            where terms.contains(where: { $0.label == head }) {
                for cell in cells where !cell.contains(" ") && cell != base {
                    let own = terms.filter { $0.name == cell.drop { $0 != "/" }.dropFirst() }
                    #expect(own.isEmpty || own.contains { $0.label.hasPrefix(head) }, "\(cell) under \(head)")
                }
            }
        }
    }

    @Test func aChangedDigitIsNoticed() throws {
        try Self.expectNoticed { number, cells, _ in
            guard let digit = number.lastIndex(where: \.isNumber) else { return nil }
            let other = number[digit] == "7" ? "8" : "7"
            return Self.mark("\(number[..<digit])\(other)\(number[number.index(after: digit)...])", cells)
        }
    }

    /// Takes each number from the next row of its table, as if the page took it from the wrong row.
    @Test func aNumberOfAnotherRowIsNoticed() throws {
        try Self.expectNoticed { number, cells, _ in
            guard let match = cells.wholeMatch(of: /([a-z_]+)\/([a-z0-9_]+)\/(\d+)/), let place = Int(match.output.3)
            else { return nil }
            let (table, column) = (String(match.output.1), String(match.output.2))
            let rows = PageTables(Fixtures.small).rows[table] ?? []
            let next = place % rows.count + 1
            let form = PageAccount.forms(of: column, in: rows[next - 1]).first
            guard let form, next != place, form != number else { return nil }
            return Self.mark(form, "\(table)/\(column)/\(next)")
        }
    }

    @Test func aNumberWithoutACellIsNoticed() throws {
        try Self.expectNoticed { number, _, piece in number == "0" || piece.isExempt ? nil : String(number) }
    }

    /// Returns a number with its cells, as the account has it.
    private static func mark(_ number: some StringProtocol, _ cells: some StringProtocol) -> String {
        "\u{FFF9}\(number)\u{FFFA}\(cells)\u{FFFB}"
    }

    /// Makes a mistake in the first number of each column on each page of the small site, and expects a fault. `mistake`
    /// takes the number, its cells and where it stands, and returns the markup in its place.
    private static func expectNoticed(
        _ mistake: (Substring, Substring, PageAccount.Piece) -> String?
    ) throws {
        let tables = PageTables(Fixtures.small)
        var count = 0
        for (file, html) in try pages(Fixtures.small) {
            let account = PageAccount(html, tables)
            var seen: Set<String> = []
            for piece in account.pieces {
                for mark in piece.markup.matches(of: PageAccount.mark) {
                    let (_, number, cells) = mark.output
                    let name = String(cells).replacing(PageAccount.rowNumbers, with: "")
                    guard let changed = mistake(number, cells, piece), seen.insert(name).inserted else { continue }
                    var piece = piece
                    piece.markup.replaceSubrange(mark.range, with: changed)
                    #expect(!account.faults(in: piece).isEmpty, "\(mark.output.0) in \(file)")
                    count += 1
                }
            }
        }
        #expect(count > 80)
    }
}
