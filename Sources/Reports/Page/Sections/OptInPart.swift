/// A part of an app's people with a separate opt-in page: those asked on one major OS version, or by one app version.
struct OptInPart: Sendable {
    /// For example `iOS 17` or `App version 5.12.0`.
    let name: String
    /// What to call them in a sentence, for example `people we ask on iOS 17`.
    let people: String
    /// The page's file name, for example `opt-in-ios-17.html`.
    let file: String
    /// The row of all these people.
    let total: Row
    /// Their rows by OS version, and the name of the report table that contains these.
    let versions: (rows: [Row], csv: String)
    /// Their rows by app version; empty if the part is an app version.
    let appVersions: [Row]

    /// The largest numbers of majors and app versions that have pages; those with the most people are chosen. If an app
    /// has only one, it has no separate page.
    private static let (mostMajors, mostAppVersions) = (8, 4)

    /// Returns the parts of an app: majors, then app versions, each newest first.
    static func all(of app: String, _ rows: ReportRows) -> [OptInPart] {
        let both = rows["opt_in_by_os_and_app_version", app: app]
        let systems = rows["opt_in_by_os", app: app]
        let majors = most(mostMajors, of: systems.filter { $0["level"] == "major" }, newest: "os_version")
        let versions = most(mostAppVersions, of: rows["opt_in_by_app_version", app: app], newest: "app_version")
        return majors.compactMap { major(of: $0, systems, both) } + versions.compactMap { version(of: $0, both) }
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

    private static func major(of total: Row, _ systems: [Row], _ both: [Row]) -> OptInPart? {
        guard let file = page(total.text("os_name").lowercased() + "-" + total.text("os_version")) else { return nil }
        let number = VersionNumber(total.text("os_version"))
        let isOf = { (row: Row) in
            row["os_name"] == total["os_name"] && VersionNumber(row.text("os_version")).major == number
        }
        return OptInPart(
            name: total.versionLabel, people: "people we ask on \(total.versionLabel)", file: file, total: total,
            versions: (systems.filter { $0["level"] != "app" && isOf($0) }, "opt_in_by_os"),
            appVersions: both.filter { $0["level"] == "major" && isOf($0) })
    }

    private static func version(of total: Row, _ both: [Row]) -> OptInPart? {
        let version = total.text("app_version")
        guard !version.isEmpty, let file = page("app-" + version) else { return nil }
        return OptInPart(
            name: "App version \(version)", people: "people whom app version \(version) asks", file: file, total: total,
            versions: (
                both.filter { $0.text("app_version").utf8.elementsEqual(version.utf8) }, "opt_in_by_os_and_app_version"
            ), appVersions: [])
    }

    /// Returns the file name of a part's page; nil if the name is not safe as a file name (see `SiteScope.folder`).
    private static func page(_ name: String) -> String? {
        SiteScope.folder(of: name).map { "opt-in-\($0).html" }
    }
}

/// The opt-in page of a part of an app's people.
struct OptInPartSection: Section {
    let appID: String
    let part: OptInPart

    private var optIn: OptInTotals { OptInTotals(rows: [part.total], total: part.total, people: part.people) }

    var summary: (value: String, note: String) { optIn.summary }

    func headline(_ head: PageHead) -> Headline { optIn.headline(head) }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        let total = part.total
        return [
            KeyNumber(
                "Grant rate", optIn.grantRate,
                note: "of \(PageFormat.count(total.settled ?? 0)) who answered or had \(head.window) to"),
            KeyNumber("Asked", total.int("prompted"), note: "first prompt in these days"),
            KeyNumber("Allowed", total.int("granted"), note: "of those who answered"),
            KeyNumber("Denied", total.int("denied"), note: "of those who answered"),
            KeyNumber("No answer", total.int("undecided"), note: "within \(head.window)"),
            KeyNumber("Still open", total.int("open_window"), note: "asked, \(head.window) not over", isOpen: true),
        ]
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        let figures = OptInFigures(head: head, budget: budget, total: part.total)
        return [
            figures.versions(part.versions.rows, csv: part.versions.csv),
            figures.appVersions(part.appVersions, csv: "opt_in_by_os_and_app_version"),
        ].compactMap(\.self)
    }
}
