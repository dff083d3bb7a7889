import Foundation
import Ingest
import Pages
import Reports

/// A CSV file of marks (RFC 4180). The first line names the columns `day`, `name` and perhaps `app_id`; others are
/// ignored.
struct MarkFile {
    /// A mark; `app` is nil for all apps.
    struct Line: Sendable {
        let day: Day
        let name: String
        let app: String?
    }

    private(set) var lines: [Line] = []

    /// Reads a file, or standard input if the path is `-`.
    ///
    /// - Throws: `SourceError` if it can't be read, `Failure` 65 if it is not such a file.
    init(_ path: String) throws {
        let source = path == "-" ? Source.standardInput : .file(path: path)
        guard let text = String(bytes: try source.bytes(), encoding: .utf8) else {
            throw Failure.data("\(path) is not UTF-8: save it as CSV in UTF-8.")
        }
        try self.init(text: text, named: path)
    }

    /// Parses the text of a file.
    init(text: String, named path: String) throws {
        let records = Self.records(text)
        let heads = records.first ?? []
        guard let day = heads.firstIndex(of: "day"), let name = heads.firstIndex(of: "name") else {
            throw Failure.data("\(path) has no columns day and name: name them in its first line.")
        }
        let app = heads.firstIndex(of: "app_id")
        lines = try records.enumerated().dropFirst().map { number, cells in
            let cell = { (column: Int) in cells.indices.contains(column) ? cells[column] : "" }
            guard let day = Day(cell(day)) else {
                throw Failure.data("Record \(number + 1) of \(path) has no day: write it like 2026-03-24.")
            }
            let app = app.map(cell) ?? ""
            return Line(day: day, name: cell(name), app: app.isEmpty ? nil : app)
        }
    }

    /// Splits CSV into records of cells. Empty lines are no records.
    private static func records(_ text: String) -> [[String]] {
        var records: [[String]] = []
        var (cells, cell, isQuoted, hasJustClosed) = ([String](), String.UnicodeScalarView(), false, false)
        func end() {
            cells.append(String(cell))
            cell = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars where scalar != "\u{FEFF}" {
            let closes = scalar == "\"" && isQuoted
            defer { hasJustClosed = closes }
            switch scalar {
            case "\"":
                // Two quotes inside a quoted cell are one quote of its text.
                if hasJustClosed { cell.append(scalar) }
                isQuoted.toggle()
            case "," where !isQuoted: end()
            case "\n" where !isQuoted:
                end()
                if cells != [""] { records.append(cells) }
                cells = []
            case "\r" where !isQuoted: break
            default: cell.append(scalar)
            }
        }
        end()
        return cells == [""] ? records : records + [cells]
    }
}
