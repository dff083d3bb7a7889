/// A part of an app's people with a separate opt-in page: those asked on one major OS version, or by one app version.
struct OptInPart: Sendable {
    /// For example `iOS 17` or `App version 5.12.0`.
    let name: String
    /// A phrase for the headline, for example ` on iOS 17`.
    let place: String
    /// The page's file name, for example `opt-in-ios-17.html`.
    let file: String
    /// The dimension and the value that its people have in common, for example `os` and `iOS 17`.
    let dimension, value: String
    /// The row of all these people; nil if none was asked in the range.
    let total: Row?
    /// The verdict on their opt-in rate.
    let verdict: Verdict?
    /// The first day on which the app had events.
    let firstDay: Day?
    /// Their rows in `opt_in_trend`; nil if the table has none of this kind of part.
    let trend: [Row]?
    /// Their rows of `opt_in_by` by OS version, and of `opt_in_changes`; empty if the part is an app version.
    let versions: [Row]
    let changes: [Row]
    /// The verdicts of the app.
    let verdicts: [Verdict]
    /// The marks of the app.
    let guides: PlotGuides

    /// The largest numbers of majors and app versions that have pages; those with the most people are chosen. If an app
    /// has only one, it has no separate page.
    private static let (mostMajors, mostAppVersions) = (8, 4)

    /// Returns the parts of an app: majors, then app versions, each newest first. The same ones in every range: `whole`
    /// has the rows of the report's own range, which choose them.
    static func all(of app: String, _ rows: ReportRows, whole: ReportRows) -> [OptInPart] {
        let majors = most(
            mostMajors, of: whole["opt_in_by_os", app: app].filter { $0["level"] == "major" }, newest: "os_version")
        let versions = most(mostAppVersions, of: appVersions(of: app, whole), newest: "name")
        let source = Source(app, rows, whole)
        var taken: Set<String> = []
        return majors.map { source.major($0, &taken) } + versions.compactMap { source.version($0, &taken) }
    }

    /// Returns the rows of an app by app version.
    private static func appVersions(of app: String, _ rows: ReportRows) -> [Row] {
        rows["opt_in_by", app: app].filter { $0["dimension"] == "app_version" }
    }

    /// Returns the `count` rows with the most people asked, newest version first; none if fewer than two have any.
    private static func most(_ count: Int, of rows: [Row], newest column: String) -> [Row] {
        let asked = rows.filter { ($0.int("prompted") ?? 0) > 0 }
        guard asked.count > 1 else { return [] }
        let ranked = asked.enumerated().sorted {
            ($1.element.int("prompted") ?? 0, $0.offset) < ($0.element.int("prompted") ?? 0, $1.offset)
        }
        return ranked.prefix(count).map(\.element).sorted {
            VersionNumber($1.text(column)) < VersionNumber($0.text(column))
        }
    }

    /// Returns the file name of a part's page, and adds its name to those that are taken.
    private static func page(_ name: String, _ taken: inout Set<String>) -> String {
        "opt-in-\(ReportName.free(ReportName.file(name), among: &taken)).html"
    }

    func isOf(_ dimension: String, _ value: String) -> Bool {
        self.dimension == dimension && self.value.utf8.elementsEqual(value.utf8)
    }
}

extension OptInPart {
    /// The rows of one app from which its parts are made.
    private struct Source {
        let systems: [Row]
        let groups: [Row]
        let changes: [Row]
        let verdicts: Verdicts
        let firstDay: Day?
        let trend: [Row]
        let guides: PlotGuides

        init(_ app: String, _ rows: ReportRows, _ whole: ReportRows) {
            guides = PlotGuides(of: app, whole)
            systems = rows["opt_in_by_os", app: app]
            groups = rows["opt_in_by", app: app]
            changes = rows["opt_in_changes", app: app]
            verdicts = Verdicts(app, rows)
            firstDay = rows["key_numbers", app: app].first?.day("first_day")
            trend = whole["opt_in_trend", app: app]
        }

        /// Adds an empty row for each day on which the app has one and the part has none, because no one was asked.
        private func everyDay(_ rows: [Row]) -> [Row] {
            let own = Dictionary(rows.map { ($0.text("day"), $0) }, uniquingKeysWith: { $1 })
            return trend.filter { $0["level"] == "app" }.map { day in
                own[day.text("day")]
                    ?? Row([
                        ("day", day["day"]), ("prompted", "0"), ("pooled_base", "0"), ("pooled_rate", nil),
                        ("pooled_rate_low", nil), ("pooled_rate_high", nil), ("is_open", day["is_open"]),
                    ])
            }
        }

        /// Returns the part of a major OS version, which a row of the report's own range names.
        func major(_ row: Row, _ taken: inout Set<String>) -> OptInPart {
            let (os, version) = (row.text("os_name"), row.text("os_version"))
            let number = VersionNumber(version)
            let isOf = { (row: Row) in row["os_name"] == os && VersionNumber(row.text("os_version")).major == number }
            let total = systems.first { $0["level"] == "major" && isOf($0) }
            let own = { (row: Row) in
                row["dimension"] == "os_version" && row.text("name").hasPrefix("\(os) \(version).")
            }
            var guides = guides
            guides.marks = guides.marks.of(os)
            return OptInPart(
                name: row.versionLabel, place: " on \(row.versionLabel)",
                file: OptInPart.page(os.lowercased() + "-" + version, &taken), dimension: "os",
                value: "\(os) \(version)", total: total,
                verdict: verdicts.of("opt_in", "os", "\(os) \(version)"), firstDay: firstDay,
                trend: everyDay(trend.filter { $0["level"] == "major" && isOf($0) }),
                versions: groups.filter(own), changes: changes.filter(own), verdicts: verdicts.all, guides: guides)
        }

        /// Returns the part of an app version, which a row of the report's own range names.
        func version(_ row: Row, _ taken: inout Set<String>) -> OptInPart? {
            let version = row.text("name")
            guard !version.isEmpty else { return nil }
            let isOf = { (row: Row) in
                row["dimension"] == "app_version" && row.text("name").utf8.elementsEqual(version.utf8)
            }
            let shown = PageFormat.name(version)
            return OptInPart(
                name: "App version \(shown)", place: " in app version \(shown)",
                file: OptInPart.page("app-" + version, &taken), dimension: "app_version", value: version,
                total: groups.first(where: isOf),
                verdict: verdicts.of("opt_in", "app_version", version), firstDay: firstDay, trend: nil,
                versions: [], changes: [], verdicts: [], guides: guides)
        }
    }
}

/// The opt-in page of a part of an app's people.
struct OptInPartSection: Section {
    let appID: String
    let part: OptInPart

    private var standing: OptInStanding {
        OptInStanding(
            total: part.total?["prompted"] == nil ? nil : part.total,
            isWithheld: part.total != nil && part.total?["prompted"] == nil, verdict: part.verdict,
            firstDay: part.firstDay, place: part.place)
    }

    var summary: (value: String, note: String) { (standing.rate.text, "\(standing.asked.text) asked") }

    func headline(_ head: PageHead) -> Headline { standing.headline(head) }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard let total = part.total, (total.int("prompted") ?? 0) > 0 else { return [] }
        return [
            standing.number(note: "of \(total.settled?.text ?? "0") who answered or had \(head.window) to"),
            KeyNumber("People asked", total, "prompted", note: "first prompt in these days"),
            KeyNumber("Allowed", total, "granted", note: "of those who answered"),
            KeyNumber("Denied", total, "denied", note: "of those who answered"),
            KeyNumber("No answer", total, "undecided", note: "within \(head.window)"),
            (total.int("open_window") ?? 0) > 0
                ? KeyNumber(
                    "Can still answer", total, "open_window", note: "asked under \(head.window) ago", isOpen: true)
                : nil,
        ].compactMap(\.self)
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        guard let total = part.total else { return [] }
        let answers = AnswersTable(part.versions, part.changes, part.verdicts, total: total, head)
        return [
            part.trend.map { GrantTrend(days: $0, standing, head, budget: budget, guides: part.guides).figure },
            answers.figure(answers.dimensions),
        ].compactMap(\.self)
    }
}
