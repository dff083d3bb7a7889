import Foundation
import Testing

/// What the pages of one range must show of one app, by its tables.
struct ShownReport {
    let bench: Workbench
    /// The folder of the range.
    let folder: String
    let app: String

    typealias Row = [String: String]
    /// A row of a page: its name, and what its cells with numbers must say.
    typealias Line = (name: String, cells: [PageCell])

    /// A figure of a page and its rows.
    struct Shown {
        let page: String
        let figure: String
        let lines: [Line]
        /// Whether they add up rows of the table, which can't be done where some are withheld.
        let isSum: Bool
        /// Whether it may be absent for want of people.
        let isOptional: Bool

        init(_ page: String, _ figure: String, _ lines: [Line], isSum: Bool = false, isOptional: Bool = false) {
            (self.page, self.figure, self.lines) = (page, figure, lines)
            (self.isSum, self.isOptional) = (isSum, isOptional)
        }
    }

    func table(_ name: String) throws -> [Row] { try bench.table(name, in: folder, app: app) }

    /// Every figure of the pages of a folder, in the section of the app.
    func expectPages(in place: String, section: Int, sections: Int, withSums: Bool) throws {
        let all = try optIn() + overview() + trials() + opens() + reach() + quality()
        for shown in all where withSums || !shown.isSum {
            let reader = try PageReader("\(place)\(shown.page).html", section: section, in: bench)
            if shown.isOptional, try reader.rows(of: shown.figure).isEmpty { continue }
            try expect(shown.lines, shown.figure, on: place + shown.page, reader, canOmit: sections > 1)
        }
        let common = try PageReader("\(place)quality.html", section: sections + 1, in: bench)
        try expect(deliveries(), "deliveries", on: place + "quality", common, canOmit: sections > 1)
        try expect(rejects(), "rejects", on: place + "quality", common, canOmit: sections > 1)
        let index = try PageReader("\(place)index.html", section: section, in: bench)
        try expectKeyNumbers(index, place)
        if withSums { try expectMajors(index, place) }
    }

    /// The opt-in pages of OS majors and app versions.
    func expectParts() throws {
        let (systems, both) = (try table("opt_in_by_os"), try table("opt_in_by_os_and_app_version"))
        let place = folder + app + "/opt-in-"
        let pages = try FileManager.default.contentsOfDirectory(atPath: "\(bench.folder)/\(folder)\(app)")
        #expect(pages.filter { $0.hasPrefix("opt-in-") }.count == 12)
        for (major, rows) in Dictionary(grouping: systems, by: Self.major) {
            let name = major.lowercased().replacingOccurrences(of: " ", with: "-")
            // Of the others there are too few people.
            guard pages.contains("opt-in-\(name).html") else { continue }
            let reader = try PageReader("\(place)\(name).html", section: 1, in: bench)
            try expect(Self.lines(rows, Self.system, "grant_rate", Self.answers), "versions", on: name, reader)
            let apart = both.filter { Self.major($0) == major }
            try expect(
                Self.sums(apart, by: Self.appVersion, skipping: 2, Self.answers), "app-versions", on: name, reader)
        }
        for version in pages.compactMap({ $0.firstMatch(of: /^opt-in-app-(.*)\.html$/).map { String($0.output.1) } }) {
            let reader = try PageReader("\(place)app-\(version).html", section: 1, in: bench)
            let rows = both.filter { $0["app_version"] == version }
            try expect(Self.lines(rows, Self.system, "grant_rate", Self.answers), "versions", on: version, reader)
        }
    }

    /// Pages of several apps can leave rows out, so that they stay small.
    private func expect(
        _ lines: [Line], _ figure: String, on page: String, _ reader: PageReader, canOmit: Bool = false
    ) throws {
        let found = try reader.rows(of: figure)
        #expect(found.isEmpty == lines.isEmpty, "\(page): \(figure)")
        for (name, cells) in lines {
            let said = found.filter { $0.name == name }.map(\.cells)
            let isOmitted = canOmit && said.count < lines.filter { $0.name == name }.count
            let isSaid = isOmitted || said.contains { PageCell.are(cells, $0) }
            #expect(isSaid, "\(page): \(figure): \(name): \(said), not \(cells)")
        }
    }

    /// The rates of majors by day pool the rows of seven days; of the first six the table lacks some.
    private func expectMajors(_ reader: PageReader, _ place: String) throws {
        let majors = try reader.heads(of: "majors").filter { $0.hasSuffix(", in 7 days") }.map { $0.dropLast(11) }
        let daily = Dictionary(grouping: try table("opt_in_daily")) { "\(Self.major($0)), \(Self.day($0))" }
        let rows = try reader.rows(of: "majors")
        for index in rows.indices.dropFirst(6) {
            let cells = majors.flatMap { major -> [PageCell] in
                let pool = rows[index - 6...index].flatMap { daily["\(major), \($0.name)"] ?? [] }
                let sum = { (column: String) in pool.reduce(0) { $0 + (Int($1[column]!) ?? 0) } }
                let settled = sum("decided") + sum("undecided")
                return [.count(String(settled)), .proportion(sum("granted"), of: settled)]
            }
            let isSaid = PageCell.are(cells, rows[index].cells)
            #expect(isSaid, "\(place)index: majors: \(rows[index]), not \(cells)")
        }
    }

    private func expectKeyNumbers(_ reader: PageReader, _ place: String) throws {
        let labels = [
            "grant_rate": "Grant rate", "keep_rate": "Provisional kept", "direct_open_rate": "Direct open rate",
            "influenced_open_rate": "Influenced open rate", "reach_rate_28d": "Reach",
        ]
        let said = try reader.numbers()
        for row in try table("key_numbers") {
            guard let label = labels[row["measure"]!] else { continue }
            let (value, interval, note) = try #require(said[label], "\(place): \(label)")
            #expect(note.hasPrefix("of \(PageCell.count(row["base"]!)) "), "\(place): \(label): \(note)")
            guard value.hasSuffix("%") else { continue }
            #expect(value == PageCell.percent(row["rate"]!) + "\u{202F}%", "\(place): \(label)")
            let ends = [row["rate_low"]!, row["rate_high"]!].map(PageCell.percent).joined(separator: "–")
            #expect(interval == ends + "\u{202F}%", "\(place): \(label)")
        }
    }
}

extension ShownReport {
    static let answers = ["granted", "denied", "undecided", "open_window", "prompted"]

    static func system(_ row: Row) -> String {
        row["os_name"]!.isEmpty ? "no version" : "\(row["os_name"]!) \(row["os_version"]!)"
    }

    static func major(_ row: Row) -> String {
        "\(row["os_name"]!) \(row["os_version"]!.split(separator: ".")[0])"
    }

    static func appVersion(_ row: Row) -> String { named(row["app_version"]!, "version") }

    static func named(_ text: String, _ kind: String) -> String { text.isEmpty ? "no \(kind)" : text }

    /// `23 Aug 2026`, as pages write the day of a row.
    static func day(_ row: Row) -> String {
        let parts = row["day"]!.split(separator: "-").map { Int($0)! }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }

    static func counts(_ row: Row, _ columns: [String]) -> [PageCell] { columns.map { PageCell.count(row[$0]!) } }

    static func skipped(_ count: Int) -> [PageCell] { Array(repeating: .whatever, count: count) }

    /// The rate and counts of each row of a table.
    static func lines(_ rows: [Row], _ name: (Row) -> String, _ rate: String, _ columns: [String]) -> [Line] {
        rows.map { row in (name(row), [PageCell.rate(row, rate)] + counts(row, columns)) }
    }

    /// Sums of the rows of each name, behind so many other cells.
    static func sums(_ rows: [Row], by name: (Row) -> String, skipping: Int, _ columns: [String]) -> [Line] {
        Dictionary(grouping: rows, by: name).map { name, rows in
            (name, skipped(skipping) + columns.map { PageCell.sum(rows, $0) })
        }
    }
}
