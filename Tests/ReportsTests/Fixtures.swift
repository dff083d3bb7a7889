import EventLog
import PageAccounts
import Pages
import Reports
import Testing

/// Table rows with known numbers, as SQL would return them to the pages.
enum Fixtures {
    /// Returns a proportion as the three columns of a rate.
    static func rate(_ column: String, _ part: Int, of whole: Int) -> [(String, String?)] {
        let columns = [column, column + "_low", column + "_high"]
        guard whole > 0 else { return columns.map { ($0, nil) } }
        let rate = proportion(part, of: whole)
        return zip(columns, [rate.value, rate.low, rate.high]).map { ($0, String($1)) }
    }

    /// Returns a proportion with its 95% Wilson score interval, as the database computes it.
    private static func proportion(_ part: Int, of whole: Int) -> Rate {
        let (n, p, z) = (Double(whole), Double(part) / Double(whole), 1.959963984540054)
        let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        let half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        return Rate(value: p, low: part == 0 ? 0 : middle - half, high: part == whole ? 1 : middle + half)
    }

    /// Returns the comparison of two opt-in rates: Newcombe's interval and a made-up p. All cells are nil if either has
    /// fewer than 30 people.
    static func comparison(_ answers: Answers, with others: Answers?) -> [(String, String?)] {
        let columns = ["difference", "difference_low", "difference_high", "p", "p_adjusted"]
        guard let others, min(answers.settled, others.settled) >= 30 else { return columns.map { ($0, nil) } }
        let rate = proportion(answers.granted, of: answers.settled)
        let other = proportion(others.granted, of: others.settled)
        let difference = rate.value - other.value
        let (down, up) = (rate.value - rate.low, rate.high - rate.value)
        let (otherDown, otherUp) = (other.value - other.low, other.high - other.value)
        let low = difference - (down * down + otherUp * otherUp).squareRoot()
        let high = difference + (up * up + otherDown * otherDown).squareRoot()
        let p = low <= 0 && high >= 0 ? [0.4, 0.6] : [0.0004, 0.0008]
        return zip(columns, [difference, low, high] + p).map { ($0, String($1)) }
    }

    static func counts(_ counts: [(String, Int)]) -> [(String, String?)] { counts.map { ($0, String($1)) } }

    /// Returns a row with only its key cells; the other cells are nil, as for a row withheld for privacy.
    static func withheld(_ cells: [(String, String?)], keeping keys: Int) -> Row {
        Row(cells.enumerated().map { index, cell in (cell.0, index < keys ? cell.1 : nil) })
    }

    static func days(_ count: Int, from first: String) -> [Day] {
        let start = Day(first)!
        return (0..<count).map { start.before(-$0)! }
    }

    static let head: PageHead = {
        var head = PageHead(from: Day("2026-02-01"), to: Day("2026-04-30"), horizon: "2026-05-01T02:10:09.5Z")
        (head.csv, head.topics) = (ReportTable.files, Topic.all)
        return head
    }()

    /// The same with a choice of several ranges.
    static let headOfSeveralRanges: PageHead = {
        var head = Fixtures.head
        head.choices = RangeChoice.all(from: head.from!, to: head.to!)
        return head
    }()

    /// Returns a figure of the first app on a page.
    static func figure(_ name: String, of html: String) throws -> Substring {
        let start = try #require(html.firstRange(of: "id=\"app-1-\(name)\"")).upperBound
        let end = try #require(html[start...].firstRange(of: "</figure>")).lowerBound
        return html[start..<end]
    }

    static func site(_ tables: [String: [Row]], head: PageHead = head) -> Site { Site(head, ReportRows(tables)) }

    /// Returns tables whose rows are those of all apps.
    static func joined(_ apps: [[String: [Row]]]) -> [String: [Row]] {
        apps.reduce(into: [:]) { all, tables in all.merge(tables) { $0 + $1 } }
    }
}

extension Site {
    /// Returns a page without what names the cells of its numbers, which `PageAccountTests` reads.
    func page(_ file: String) throws -> String { try Markup.unnamed(self[file].render()) }

    subscript(_ file: String) -> Page { pages.first { $0.file == file }! }
}

extension Page {
    /// The key numbers of its first app, by label.
    var numbers: [String: KeyNumber] {
        Dictionary(uniqueKeysWithValues: sections[0].numbers(head).map { ($0.label, $0) })
    }

    /// Its figures, in order.
    var figures: [Figure] {
        let budget = PageBudget.all[0]
        return (sections + [shared].compactMap(\.self) + later).flatMap {
            $0.lead(head, within: budget) + $0.figures(head, within: budget)
        }
    }

    /// Returns the first figure of this name.
    func figure(_ name: String) throws -> Figure { try #require(figures.first { $0.name == name }) }
}

extension Headline {
    /// The sentences below the title.
    var sentences: String { [lede, strong, rest].filter { !$0.isEmpty }.joined(separator: " ") }
}

extension Figure {
    /// The rows of its table, of the table under its plot, or of all tables of which the reader chooses one.
    var rows: [Table.Row] {
        ((table ?? data).map { [$0] } ?? choices.map(\.table)).flatMap(\.groups).flatMap(\.self)
    }

    /// The names of the rows of a dimension.
    func names(_ dimension: String) -> [String]? {
        choices.first { $0.label == dimension }?.table.groups.flatMap(\.self).map(\.name)
    }

    /// Returns the texts of the cells of a row; nil if it has no such row.
    func cells(_ name: String) -> [String]? { rows.first { $0.name == name }?.cells.map(\.text) }
}

extension Table.Cell {
    /// What is written in it; empty for drawings.
    var text: String {
        switch self {
        case .rate(let rate): rate.text
        case .interval(let rate): rate.interval
        case .number(let text, _, _), .words(let text), .plot(let text, _), .kind(let text), .link(let text, _),
            .shade(let text, _):
            text
        case .share(let share, let before): share + (before.map { " was \($0)" } ?? "")
        case .bar, .change, .spark: ""
        }
    }
}

/// The answers of a group of people.
struct Answers {
    var granted: Int
    var denied: Int
    var undecided: Int
    var open = 0

    var settled: Int { granted + denied + undecided }

    static func + (first: Answers, second: Answers) -> Answers {
        Answers(
            granted: first.granted + second.granted, denied: first.denied + second.denied,
            undecided: first.undecided + second.undecided, open: first.open + second.open)
    }

    /// Returns one of `parts` equal shares.
    func share(of parts: Int) -> Answers {
        Answers(granted: granted / parts, denied: denied / parts, undecided: undecided / parts, open: open / parts)
    }

    /// The cells of the funnel; a column that is not made up here is 0.
    var cells: [(String, String?)] {
        let counts = [
            "prompted": settled + open, "decided": granted + denied, "granted": granted, "denied": denied,
            "undecided": undecided, "open_window": open,
        ]
        return Fixtures.counts(SQLFiles.catalogue.names(of: ["funnel"]).map { ($0, counts[$0] ?? 0) })
            + Fixtures.rate("grant_rate", granted, of: settled)
    }

    /// All cells of `opt_in_by_os` except the keys. Some of those who allowed notifications kept them for 7 and 30
    /// days.
    var allCells: [(String, String?)] {
        let (week, month) = (granted - granted / 12, granted * 2 / 3)
        let times: [(String, String?)] = [
            ("seconds_to_decision_p50", granted + denied > 0 ? "6.240000" : nil),
            ("seconds_to_decision_p90", granted + denied > 0 ? "48.400000" : nil),
        ]
        let rates =
            Fixtures.rate("decided_rate", granted + denied, of: settled)
            + Fixtures.rate("acceptance_rate", granted, of: granted + denied)
        return cells + rates + times
            + Fixtures.counts([
                ("eligible_7d", week), ("retained_7d", week - week / 15), ("opened_7d", week * 2 / 5),
                ("eligible_30d", month), ("retained_30d", month - month / 8), ("opened_30d", month * 3 / 5),
            ]) + Fixtures.rate("retained_7d_rate", week - week / 15, of: week)
            + Fixtures.rate("retained_30d_rate", month - month / 8, of: month)
    }
}

/// The answers on one OS version.
struct Version {
    let os: String
    let version: String
    let numbers: [Int]
    let answers: Answers

    init(_ os: String, _ version: String, _ granted: Int, _ denied: Int, _ undecided: Int, open: Int = 0) {
        (self.os, self.version) = (os, version)
        numbers = version.split(separator: ".").compactMap { Int($0) }
        answers = Answers(granted: granted, denied: denied, undecided: undecided, open: open)
    }

    var major: String { String(version.prefix { $0 != "." }) }
}

extension Fixtures {
    static func optInRow(
        _ level: String, _ app: String, _ os: String?, _ version: String?, _ answers: Answers,
        comparedWith older: Answers? = nil, isWithheld: Bool = false
    ) -> Row {
        let keys: [(String, String?)] = [("app_id", app), ("os_name", os), ("os_version", version), ("level", level)]
        let cells = keys + answers.allCells + comparison(answers, with: older)
        return withheld(cells, keeping: isWithheld ? 4 : cells.count)
    }

    /// Returns rows for versions, their majors and the whole app. Versions with fewer people than the minimum cell are
    /// withheld.
    static func optIn(_ versions: [Version], app: String, minimumCell: Int = 0) -> [Row] {
        let majors = Dictionary(grouping: versions) { [$0.os, $0.major] }
        let none = Answers(granted: 0, denied: 0, undecided: 0)
        let isWithheld = { (answers: Answers) in answers.settled + answers.open < minimumCell }
        let each = zip(versions, answersBefore(versions)).map { version, older in
            optInRow(
                "version", app, version.os, version.version, version.answers,
                comparedWith: older.flatMap { isWithheld($0) ? nil : $0 }, isWithheld: isWithheld(version.answers))
        }
        return each
            + majors.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, versions in
                optInRow("major", app, key[0], key[1], versions.map(\.answers).reduce(none, +))
            }
            + (versions.isEmpty ? [] : [optInRow("app", app, nil, nil, versions.map(\.answers).reduce(none, +))])
    }

    /// Returns the answers on each version's predecessor of the same OS; nil if there is none.
    private static func answersBefore(_ versions: [Version]) -> [Answers?] {
        var answers: [Answers?] = versions.map { _ in nil }
        for places in Dictionary(grouping: versions.indices, by: { versions[$0].os }).values {
            let ordered = places.sorted { versions[$0].numbers.lexicographicallyPrecedes(versions[$1].numbers) }
            for (older, newer) in zip(ordered, ordered.dropFirst()) { answers[newer] = versions[older].answers }
        }
        return answers
    }

    /// Returns a row for each day of an OS major or of the whole app, with a pooled rate near `level`. The last `open`
    /// days can still change; days in `gap` are missing.
    static func trend(
        _ count: Int, from first: String, base: Int, app: String, level: Double = 0.55, open: Int = 7,
        gap: Range<Int> = 0..<0, of major: (os: String, version: String)? = nil
    ) -> [Row] {
        days(count, from: first).enumerated().filter { !gap.contains($0.offset) }.map { index, day in
            let wave =
                Double(abs(index % 34 - 17) - 9) * 0.0012 + Double((index * index) % 7) * 0.0011
                + 0.0003 * Double(index % 300)
            let pooled = base * min(index + 1, 7)
            let keys: [(String, String?)] = [
                ("level", major == nil ? "app" : "major"), ("app_id", app), ("os_name", major?.os),
                ("os_version", major?.version), ("day", day.description),
                ("prompted", String(base + (index * 13) % 9)), ("pooled_base", String(pooled)),
                ("is_open", index >= count - open ? "t" : "f"),
            ]
            return Row(keys + rate("pooled_rate", Int(Double(pooled) * (level + wave)), of: pooled))
        }
    }
}
