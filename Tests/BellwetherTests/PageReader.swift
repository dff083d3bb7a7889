import Foundation
import Testing

/// A page of a report as a reader finds it: the cells with numbers of its figures.
struct PageReader {
    private let html: String
    private let place: String

    /// The section of so many on a page.
    init(_ path: String, section: Int, in bench: Workbench) throws {
        html = try bench.read(path)
        place = "app-\(section)"
    }

    /// Rows of a figure's table in the order of the page: their names and the cells with numbers; empty without the figure.
    func rows(of figure: String) throws -> [(name: String, cells: [String])] {
        guard let start = html.range(of: "id=\"\(place)-\(figure)\"")?.upperBound else { return [] }
        let end = try #require(html.range(of: "</figure>", range: start..<html.endIndex)).lowerBound
        return html[start..<end].components(separatedBy: "<tr").filter { $0.contains("scope=\"row\"") }.map { row in
            (
                // The reader of tables leaves quotes out as well.
                row.firstMatch(of: /<bdi>([^<]*)<\/bdi>/)!.output.1.replacingOccurrences(of: "&quot;", with: ""),
                row.matches(of: /<td class="n[^>]*>([^<]*)<\/td>/).map { String($0.output.1) }
            )
        }
    }

    /// What the heads of a figure's columns with numbers say; empty without the figure.
    func heads(of figure: String) throws -> [String] {
        guard let start = html.range(of: "id=\"\(place)-\(figure)\"")?.upperBound else { return [] }
        let end = try #require(html.range(of: "</figure>", range: start..<html.endIndex)).lowerBound
        return html[start..<end].matches(of: /<th scope="col" class="n">([^<]*)<\/th>/).map { String($0.output.1) }
    }

    /// The strip of numbers: value, interval and note by label.
    func numbers() throws -> [String: (value: String, interval: String, note: String)] {
        guard let section = html.range(of: "<section class=\"app\" id=\"\(place)\"")?.upperBound else { return [:] }
        let end = html.range(of: "<div class=\"figures\">", range: section..<html.endIndex)?.lowerBound ?? html.endIndex
        let items = html[section..<end].matches(
            of: /<div><dt>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd><dd>([^<]*)<\/dd><dd[^>]*>[^<]*<\/dd><dd>([^<]*)<\/dd>/)
        return Dictionary(
            items.map { (String($0.output.1), (String($0.output.2), String($0.output.3), String($0.output.4))) },
            uniquingKeysWith: { first, _ in first })
    }
}

/// What a cell must say.
enum PageCell {
    /// A count as the table has it; empty is a dash.
    case count(String)
    /// A rate and, in the next cell, its interval; a page may say instead that there are too few.
    case rate(String, low: String, high: String)
    /// A rate in per cent; a page may have a dot in its place, or a dash where it has none.
    case shade(String)
    /// Whatever it says.
    case whatever

    static func sum(_ rows: [[String: String]], _ column: String) -> PageCell {
        .count(String(rows.reduce(0) { $0 + (Int($1[column] ?? "") ?? 0) }))
    }

    /// The rate of a row with its bounds.
    static func rate(_ row: [String: String], _ column: String) -> PageCell {
        .rate(row[column] ?? "", low: row[column + "_low"] ?? "", high: row[column + "_high"] ?? "")
    }

    /// A part of a whole, with its Wilson interval.
    static func proportion(_ part: Int, of whole: Int) -> PageCell {
        guard whole > 0 else { return .rate("", low: "", high: "") }
        let (n, p, z) = (Double(whole), Double(part) / Double(whole), 1.959963984540054)
        let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        let half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        let (low, high) = (part == 0 ? 0 : middle - half, part == whole ? 1 : middle + half)
        let texts = [p, low, high].map { String(format: "%.6f", $0) }
        return .rate(texts[0], low: texts[1], high: texts[2])
    }

    /// How many cells it is about.
    private var width: Int { if case .rate = self { 2 } else { 1 } }

    private func isSaid(by cells: ArraySlice<String>) -> Bool {
        guard let first = cells.first, let last = cells.last, cells.count == width else { return false }
        switch self {
        case .whatever: return true
        case .shade(let rate): return first == "·" || first == Self.percent(rate)
        case .count(let text): return first == Self.count(text)
        case .rate(let value, let low, let high):
            guard first.hasSuffix("%") else { return last == "–" && (first == "–" || first.hasPrefix("too few")) }
            return first == Self.percent(value) + "\u{202F}%" && last == "\(Self.percent(low))–\(Self.percent(high))"
        }
    }

    /// Whether these cells say this, one after the other.
    static func are(_ wanted: [PageCell], _ cells: [String]) -> Bool {
        var rest = cells[...]
        for cell in wanted {
            guard cell.isSaid(by: rest.prefix(cell.width)) else { return false }
            rest = rest.dropFirst(cell.width)
        }
        return true
    }

    static func count(_ text: String) -> String {
        guard let number = Int(text) else { return "–" }
        guard number >= 1000 else { return text }
        return count(String(number / 1000)) + "," + String(format: "%03d", number % 1000)
    }

    static func percent(_ fraction: String) -> String {
        Double(fraction).map { String(format: "%.1f", ($0 * 1000).rounded() / 10) } ?? "–"
    }
}

extension Workbench {
    /// The rows of a table that are of an app, by their columns; of all where it has no apps.
    func table(_ name: String, in folder: String, app: String) throws -> [[String: String]] {
        var lines = try read("\(folder)csv/\(name).csv").split(separator: "\n", omittingEmptySubsequences: true)
            .map { Self.fields(of: String($0)) }
        let head = lines.removeFirst()
        // A quote keeps spreadsheets from taking a word for a formula, and is no part of it.
        let words = lines.map { $0.map { $0.firstMatch(of: /^'[=+\-@]/) == nil ? $0 : String($0.dropFirst()) } }
        return words.map { Dictionary(uniqueKeysWithValues: zip(head, $0)) }.filter { ($0["app_id"] ?? app) == app }
    }

    /// The fields of a line of RFC 4180 that holds no end of line.
    private static func fields(of line: String) -> [String] {
        var (fields, isQuoted) = ([""], false)
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }
}
