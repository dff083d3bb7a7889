/// The answers to the permission prompt by a dimension that the reader chooses, such as the OS version or the placement:
/// opt-in rate, its change against the range before, people asked.
struct AnswersTable {
    let head: PageHead
    /// The row of all these people. Its opt-in rate decides which rates have an interval narrow enough to be shown.
    let total: Row?
    /// Rows of `opt_in_by`.
    private let rows: [Row]
    /// Rows of `opt_in_changes` by dimension and name, and the verdicts on the opt-in rate.
    private let changes: [[UInt8]: Row]
    private let verdicts: [[UInt8]: Verdict]
    private let links: VerdictLinks
    /// Whether only answers within 24 hours can be compared, so that the rates are of these.
    private let isShort: Bool

    /// Without a clear change of their rate, only so many values with most people are shown before the reader asks for more.
    private static let shown = 6
    /// The largest number of values of a dimension.
    private static let listed = 8

    /// - Parameters:
    ///   - rows: rows of `opt_in_by`; withheld ones are left out.
    ///   - changes: rows of `opt_in_changes`.
    ///   - verdicts: those of the app; none if the ranges are not compared.
    init(
        _ rows: [Row], _ changes: [Row] = [], _ verdicts: [Verdict] = [], links: VerdictLinks = VerdictLinks(),
        total: Row?,
        _ head: PageHead
    ) {
        (self.head, self.total, self.links) = (head, total, links)
        self.rows = rows.filter { $0["prompted"] != nil }
        let own = verdicts.filter { $0.metric.hasPrefix("opt_in") && !$0.isOfShift }
        isShort = own.contains { $0.metric == "opt_in_24h" }
        self.verdicts = Dictionary(own.map { (Self.key($0.row), $0) }, uniquingKeysWith: { $1 })
        self.changes = Dictionary(
            own.isEmpty ? [] : changes.map { (Self.key($0), $0) }, uniquingKeysWith: { $1 })
    }

    private static func key(_ row: Row) -> [UInt8] { Array("\(row.text("dimension")) \(row.text("name"))".utf8) }

    /// The dimensions that have a named value, in the order of the catalogue.
    var dimensions: [String] { Self.dimensions(rows) }

    /// The dimensions of rows of `opt_in_by` that have a named value.
    static func dimensions(_ rows: [Row]) -> [String] {
        var seen: Set = ["all"]
        return rows.filter { $0["prompted"] != nil && !$0.text("name").isEmpty }.map { $0.text("dimension") }
            .filter { seen.insert($0).inserted }
    }

    /// The values of a dimension, most people first.
    private func of(_ dimension: String) -> [Row] {
        rows.filter { $0["dimension"] == dimension }.enumerated().sorted {
            ($1.element.int("prompted") ?? 0, $0.offset) < ($0.element.int("prompted") ?? 0, $1.offset)
        }.map(\.element)
    }

    /// Returns the figure; nil without a dimension. Of several dimensions the reader chooses one: at first, `os`.
    func figure(_ dimensions: [String]) -> Figure? {
        guard let first = dimensions.contains("os") ? "os" : dimensions.first else { return nil }
        let isOne = dimensions.count == 1
        return Figure(
            name: isOne ? VerdictLinks.figure(first) : "answers",
            title: "Opt-in \(isShort ? "within 24 hours" : "rate") by \(isOne ? Dimension.words(of: first) : "group")",
            caption: (isShort
                ? "People who allowed within 24 hours, of those asked at least 24 hours ago"
                : "People who allowed, of those who answered or had \(head.window) to")
                + (changes.isEmpty ? "." : ", and the change against \(head.before)."),
            legend: [.patch("allowed", "Allowed"), .whisker("95% interval")],
            table: isOne ? table(first) : nil,
            choices: isOne
                ? []
                : dimensions.map {
                    Figure.Choice(
                        name: VerdictLinks.figure($0), label: Dimension.label(of: $0), table: table($0),
                        isFirst: $0 == first)
                }, note: note, csv: isShort ? "verdicts" : changes.isEmpty ? "opt_in_by" : "opt_in_changes")
    }

    private func table(_ dimension: String) -> Table {
        let all = of(dimension)
        let large = all.filter { ($0.int("prompted") ?? 0) >= ShownRate.smallestBase }
        let listed = (large.isEmpty ? all : large).enumerated().filter {
            $0.offset < Self.listed || isMoved($0.element)
        }
        .map(\.element)
        let folded = listed.enumerated().filter { $0.offset >= Self.shown && !isMoved($0.element) }.map(\.element)
        let others = others(all.filter { !listed.contains($0) }, isFolded: !folded.isEmpty)
        var groups = Platform.groups(listed, dimension, platforms: of("platform")).map { group in
            group.map { row($0, isFolded: folded.contains($0), isAbove: $0.text("dimension") != dimension) }
        }
        if dimension.hasPrefix("os") { groups += others.isEmpty ? [] : [others] } else { groups[0] += others }
        var table = Table(
            style: "versions named" + (groups.count > 1 ? " stacked" : ""),
            columns: [.words(Dimension.label(of: dimension)), .bars(Bars.scale())]
                + (isShort ? [.number("Within 24 hours")] : head.columns(["grant_rate"], on: .optIn)) + [
                    .number("95% interval")
                ]
                + head.columns(["difference", "prompted", "share"], on: .optIn),
            groups: groups)
        if !folded.isEmpty {
            let rows = PageFormat.counted(folded.count, "other", "others")
            table.fold = "Show \(rows)\(verdicts.isEmpty ? "" : " without a clear change")"
        }
        return table
    }

    private func isMoved(_ row: Row) -> Bool { verdicts[Self.key(row)]?.isClear == true }

    private func row(_ row: Row, isFolded: Bool, isAbove: Bool) -> Table.Row {
        let (dimension, name) = (row.text("dimension"), row.text("name"))
        let verdict = verdicts[Self.key(row)]
        let rate =
            isShort
            ? verdict?.rate ?? .none : row.shown("grant_rate", of: row.settled, usual: total?.rate("grant_rate"))
        let change = changes[Self.key(row)]
        let share = { (column: String) in change?[column] == nil ? nil : change?.percent(column) }
        return Table.Row(
            name: name.isEmpty ? Self.none(dimension) : PageFormat.name(name, atMost: 40),
            link: dimension == "os_version" ? nil : links.own(dimension, name),
            style: isAbove ? "major" : isFolded ? "rest" : "",
            cells: [
                .bar(Bars.rate(rate, style: "allowed", top: 1)), .rate(rate), .interval(rate),
                .change(verdict), .number(row.count("prompted")),
                .share(share("share") ?? PageFormat.dash, share("share_before")),
            ])
    }

    /// What is shown in place of an empty name.
    private static func none(_ dimension: String) -> String { dimension == "app_version" ? "no version" : "none" }

    /// The row of the values that are not listed: how many there are, and their people; none if there are none.
    private func others(_ rows: [Row], isFolded: Bool) -> [Table.Row] {
        guard !rows.isEmpty else { return [] }
        let count = PageFormat.counted(rows.count, "other", "others")
        let style = isFolded ? "others rest" : "others"
        return [Table.Row(name: "\(count), \(Row.total("prompted", of: rows).people)", style: style, cells: [])]
    }

    private var note: String {
        // Rates within 24 hours count everyone asked at least 24 hours ago.
        let open = isShort ? 0 : total?.int("open_window") ?? 0
        let words = "\(total?.counted("open_window")?.people ?? "") can still answer: no rate counts them. "
        return (open > 0 ? words : "")
            + "“Too few”: under \(ShownRate.smallestBase) people, or an interval too wide to be useful. The smallest "
            + "groups are “others”." + (head.minimumCell > 1 ? " " + head.leftOut : "")
    }
}

/// The platforms, and which of them a value of a dimension is of.
enum Platform {
    /// The order of those that most apps have. Others come after them.
    private static let order = ["iOS", "iPadOS", "Android", "web"]

    /// The place of a platform in tables. Others have one place after these; what has no name is last.
    static func place(_ name: String) -> Int {
        order.firstIndex(of: name) ?? (name.isEmpty ? order.count + 1 : order.count)
    }

    /// Returns the platform of an OS, an OS version or a platform: the first word of its name.
    static func of(_ name: String) -> String { String(name.prefix { $0 != " " }) }

    /// Returns the rows of a dimension in groups. Rows by OS are in a group for each platform. If there are several, it
    /// begins with the platform's own row unless it has only one other.
    static func groups(_ rows: [Row], _ dimension: String, platforms: [Row]) -> [[Row]] {
        guard dimension.hasPrefix("os") else {
            return [dimension == "platform" ? rows.sorted { place($0.text("name")) < place($1.text("name")) } : rows]
        }
        var names: [String] = []
        for row in rows where !names.contains(of(row.text("name"))) { names.append(of(row.text("name"))) }
        return names.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map {
            let name = $0.element
            let own = rows.filter { of($0.text("name")) == name }
            return (own.count > 1 && names.count > 1 ? platforms.filter { $0.text("name") == name } : []) + own
        }
    }
}

extension PageHead {
    /// A sentence on the groups without rows because they are of few people.
    var leftOut: String {
        "Groups of fewer than \(PageFormat.count(minimumCell)) people are left out, and those that would give them away."
    }

    /// Returns a sentence that explains why a row consists of dashes. `people` names what is counted.
    func withheld(_ people: String) -> String {
        "A row of dashes is withheld: fewer than \(PageFormat.count(minimumCell)) \(people), or needed to keep such a "
            + "row from being worked out."
    }
}
