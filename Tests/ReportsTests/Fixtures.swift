import Reports

/// View models with known numbers: what SQL would hand to the page.
enum Fixtures {
    /// The Wilson score interval at 95 %, as the database computes it.
    static func rate(_ part: Int, of whole: Int) -> Rate? {
        guard whole > 0 else { return nil }
        let (n, p, z) = (Double(whole), Double(part) / Double(whole), 1.959963984540054)
        let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        let half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        return Rate(value: p, low: part == 0 ? 0 : middle - half, high: part == whole ? 1 : middle + half)
    }

    static func retention(eligible: Int, retained: Int, opened: Int) -> Retention {
        Retention(
            eligible: eligible, retained: retained, opened: opened, retainedRate: rate(retained, of: eligible))
    }

    /// A cell of so many people; of those who allowed, some have been retained for seven and thirty days.
    static func cell(granted: Int, denied: Int, undecided: Int, open: Int = 0) -> OptInCell {
        let decided = granted + denied
        let (week, month) = (granted - granted / 12, granted * 2 / 3)
        return OptInCell(
            prompted: decided + undecided + open, decided: decided, granted: granted, denied: denied,
            undecided: undecided, openWindow: open, grantRate: rate(granted, of: decided + undecided),
            acceptanceRate: rate(granted, of: decided), secondsToDecisionP50: decided > 0 ? 6.24 : nil,
            secondsToDecisionP90: decided > 0 ? 48.4 : nil,
            retention7d: retention(eligible: week, retained: week - week / 15, opened: week * 2 / 5),
            retention30d: retention(eligible: month, retained: month - month / 8, opened: month * 3 / 5))
    }

    static func sum(_ cells: [OptInCell]) -> OptInCell {
        let total = { (path: KeyPath<OptInCell, Int>) in cells.reduce(0) { $0 + $1[keyPath: path] } }
        return cell(
            granted: total(\.granted), denied: total(\.denied), undecided: total(\.undecided),
            open: total(\.openWindow))
    }

    /// Versions as rows, with a row for each major.
    static func rows(_ versions: [(os: String, version: String, cell: OptInCell)]) -> [OptInRow] {
        let majors = Dictionary(grouping: versions) { [$0.os, String($0.version.prefix { $0 != "." })] }
        return versions.map { OptInRow(osName: $0.os, osVersion: $0.version, isMajor: false, cell: $0.cell) }
            + majors.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, versions in
                OptInRow(osName: key[0], osVersion: key[1], isMajor: true, cell: sum(versions.map(\.cell)))
            }
    }

    static func section(
        _ versions: [(os: String, version: String, cell: OptInCell)], days: [OptInDay] = [],
        app appID: String = "com.example.reader"
    ) -> AppSection {
        AppSection(appID: appID, total: sum(versions.map(\.cell)), rows: rows(versions), days: days)
    }

    /// So many days from a first one, each with a pooled rate near `level`; the last ones are open.
    static func days(
        _ count: Int, from first: Day, base: Int, level: Double = 0.55, open: Int = 7, gap: Range<Int> = 0..<0
    ) -> [OptInDay] {
        var day = first
        return (0..<count).compactMap { index in
            defer { day = next(day) }
            guard !gap.contains(index) else { return nil }
            let wave =
                Double(abs(index % 34 - 17) - 9) * 0.0012 + Double((index * index) % 7) * 0.0011 + 0.0003
                * Double(index)
            let pooled = base * min(index + 1, 7)
            return OptInDay(
                day: day, prompted: base + (index * 13) % 9, pooledBase: pooled,
                pooledRate: rate(Int(Double(pooled) * (level + wave)), of: pooled), isOpen: index >= count - open)
        }
    }

    static func next(_ day: Day) -> Day {
        Day(year: day.year, month: day.month, day: day.day + 1)
            ?? Day(year: day.year, month: day.month + 1, day: 1) ?? Day(year: day.year + 1, month: 1, day: 1)!
    }

    static func page(_ sections: [AppSection], minimumCell: Int = 0) -> IndexPage {
        IndexPage(
            from: Day("2026-02-01"), to: Day("2026-04-30"), timeZone: "UTC", horizon: "2026-05-01T02:10:09.5Z",
            conversionWindowDays: 7, minimumCell: minimumCell, sections: sections)
    }
}

extension Fixtures {
    /// Two versions and ten days.
    static let small = page([
        section(
            [
                ("iOS", "17.4", cell(granted: 1375, denied: 801, undecided: 167, open: 28)),
                ("iOS", "17.3", cell(granted: 12, denied: 8, undecided: 3)),
                ("iOS", "16.7", cell(granted: 431, denied: 390, undecided: 71)),
            ], days: days(10, from: Day("2026-04-21")!, base: 40, open: 3))
    ])

    /// An app as one meets it: about 20,000 people on fourteen versions, ninety days with a gap.
    static let realistic = page([realisticSection("com.example.reader")])

    static func realisticSection(_ appID: String) -> AppSection {
        section(
            [
                ("iOS", "26.2", cell(granted: 11, denied: 8, undecided: 2, open: 17)),
                ("iOS", "26.1", cell(granted: 3418, denied: 1774, undecided: 417, open: 286)),
                ("iOS", "26.0", cell(granted: 2480, denied: 1340, undecided: 301, open: 41)),
                ("iOS", "18.7", cell(granted: 2117, denied: 1259, undecided: 268, open: 66)),
                ("iOS", "18.6", cell(granted: 1382, denied: 857, undecided: 173, open: 9)),
                ("iOS", "18.5", cell(granted: 803, denied: 539, undecided: 105, open: 2)),
                ("iOS", "18.4", cell(granted: 398, denied: 262, undecided: 54)),
                ("iOS", "17.7", cell(granted: 526, denied: 407, undecided: 81, open: 3)),
                ("iOS", "17.6", cell(granted: 149, denied: 131, undecided: 23)),
                ("iOS", "17.4", cell(granted: 61, denied: 52, undecided: 12)),
                ("iOS", "16.7", cell(granted: 108, denied: 104, undecided: 18)),
                ("iPadOS", "26.1", cell(granted: 489, denied: 401, undecided: 77, open: 12)),
                ("iPadOS", "18.7", cell(granted: 231, denied: 207, undecided: 40)),
                ("iPadOS", "17.7", cell(granted: 18, denied: 17, undecided: 3)),
            ], days: days(89, from: Day("2026-02-01")!, base: 218, gap: 41..<46), app: appID)
    }

    /// Names that try to break out of the markup, the reading direction or the layout.
    static let hostile: IndexPage = {
        let names = [
            "<script>alert(1)</script>", "\"\u{200D} onmouseover=alert(2) x=\"", "=cmd|' /C calc'!A0",
            "\u{202E}txt.exe\u{202D}", String(repeating: "W", count: 64), String(repeating: "\u{FDFD}", count: 64),
            "a" + String(repeating: "\u{0301}\u{0327}", count: 200), "{{title}}{{{title}}}", "]]>\u{0}\u{1}\u{FFFF}",
            String(repeating: "👨‍👩‍👧‍👦", count: 30), "مرحبا بالعالم",
        ]
        let cells = names.enumerated().map { index, name in
            (
                os: name, version: "17.\(index)",
                cell: cell(granted: 999_999_999, denied: 888_888_888, undecided: 1, open: 7)
            )
        }
        var hostile = page([
            section(
                cells, days: days(30, from: Day("2026-04-01")!, base: 90), app: String(repeating: "W", count: 155)),
            section(cells, app: "</title><script>alert(3)</script>"),
        ])
        hostile.timeZone = "Etc/<b>\u{202E}"
        hostile.horizon = "2026\"><img src=x onerror=alert(4)>"
        return hostile
    }()

    /// Ten thousand versions of a hundred majors.
    static let manyVersions: IndexPage = {
        let versions = (0..<10_000).map { index in
            ("iOS", "\(index / 100).\(index % 100)", cell(granted: 40 + index % 97, denied: 30, undecided: 5, open: 1))
        }
        return page([section(versions, days: days(89, from: Day("2026-02-01")!, base: 900))])
    }()

    static let severalApps = page([
        realisticSection("com.example.reader"), section([], app: "com.example.notes"),
        section([("iOS", "17.4", cell(granted: 20, denied: 15, undecided: 3))], app: "com.example.mail"),
    ])

    /// Every page by the name of its file.
    static let all: [(name: String, page: IndexPage)] = [
        ("small", small), ("realistic", realistic), ("hostile", hostile), ("many-versions", manyVersions),
        ("several-apps", severalApps), ("empty", page([])), ("no-one", page([section([])])),
        ("one-row", page([section([("iOS", "17.4", cell(granted: 20, denied: 15, undecided: 3))])])),
        ("too-few", page([section([("iOS", "17.4", cell(granted: 16, denied: 10, undecided: 3))])])),
        ("all-open", page([section([("iOS", "17.4", cell(granted: 0, denied: 0, undecided: 0, open: 12))])])),
        ("withheld", withheld),
    ]

    static let withheld: IndexPage = {
        var section = realisticSection("com.example.reader")
        for index in section.rows.indices where (section.rows[index].cell?.prompted ?? 0) < 140 {
            section.rows[index].cell = nil
        }
        for index in section.days.indices where index % 9 == 0 { section.days[index].prompted = nil }
        return page([section], minimumCell: 10)
    }()
}
