/// The overview's table of the largest values of each dimension: the opt-in rate and the share of the people asked, each
/// against the range before. The smallest values are one row.
struct WhereItChanged {
    let movers: Movers
    let head: PageHead
    let links: ValueLinks
    /// The whole app's opt-in rate.
    let usual: Rate?

    /// The rows of a dimension that are shown, most people first, and those that are folded.
    private func split(_ dimension: String, atMost limit: Int) -> (shown: [Row], folded: [Row]) {
        let rows = movers.of(dimension)
        let shown = rows.filter(\.isOfMany).prefix(limit)
        return (Array(shown), rows.filter { row in !shown.contains(row) })
    }

    /// Returns the figure; nil if no dimension has several values.
    func figure() -> Figure? {
        let limits = ["os": 6, "app_version": 4, "placement": 4, "variant": 3, "locale": 3]
        let dimensions = movers.dimensions.filter { limits[$0] != nil && movers.of($0).count > 1 }
        guard !dimensions.isEmpty else { return nil }
        let parts = dimensions.map { ($0, split($0, atMost: limits[$0] ?? 3)) }
        let span = Self.span(parts.flatMap(\.1.shown))
        return Figure(
            name: "where", title: "Where it changed",
            caption: "Opt-in rate and share of the people asked, against \(head.before).",
            table: Table(
                style: "versions where",
                columns: [
                    .words("Value"), .words("Kind"), .number("Opt-in rate"), .bars(ChangeBar.scale(span)),
                    .number("Change in rate"), .number("Share of people asked"), .number("Change in share"),
                ], groups: parts.map { dimension, part in rows(dimension, part, span) }),
            note: note, csv: "opt_in_changes")
    }

    private func rows(_ dimension: String, _ part: (shown: [Row], folded: [Row]), _ span: Int) -> [Table.Row] {
        let kind = { Table.Cell.kind(Movers.label(of: $0)) }
        let groups = Platform.groups(part.shown, dimension, platforms: movers.of("platform"))
        return groups.flatMap(\.self).map { row in
            let place = row.text("dimension")
            return Table.Row(
                name: Self.name(row), link: links.href(place, row.text("name")),
                style: place == dimension ? "" : "major", cells: [kind(place)] + cells(row, span))
        } + [other(part.folded, kind(dimension))].compactMap(\.self)
    }

    private static func name(_ row: Row) -> String {
        row.text("name").isEmpty ? "none" : PageFormat.name(row.text("name"), atMost: 40)
    }

    private func cells(_ row: Row, _ span: Int) -> [Table.Cell] {
        let rate = row.shown("grant_rate", of: row.counted("settled"), usual: usual)
        let difference = row.isOfEnough ? row.rate("difference") : nil
        return [
            .rate(rate), .bar(ChangeBar.markup(difference, span: span)), .change(difference),
            .share(row.percent("share"), row["share_before"] == nil ? nil : row.percent("share_before")),
            .number(
                Self.shift(
                    row.double("share"), row.double("share_before"),
                    CellMark.difference(row.cell("share"), row.cell("share_before"))),
                label: "Change in share"),
        ]
    }

    /// The row of the folded values: how many there are and their share; nil if there are none.
    private func other(_ rows: [Row], _ kind: Table.Cell) -> Table.Row? {
        guard !rows.isEmpty else { return nil }
        let people = rows.reduce(0) { $0 + ($1.int("prompted") ?? 0) }
        let (now, then) = (share("prompted", of: rows), share("prompted_before", of: rows))
        return Table.Row(
            name: "\(PageFormat.count(rows.count)) \(rows.count == 1 ? "other" : "others"), "
                + CellMark.mark(PageFormat.people(people), Row.sum("prompted", of: rows)),
            cells: [
                kind,
                .rate(.none), .bar(ChangeBar.markup(nil, span: 1)), .change(nil),
                .share(now?.text(PageFormat.percent) ?? PageFormat.dash, then?.text(PageFormat.percent)),
                .number(
                    Self.shift(now?.value, then?.value, CellMark.difference(now?.cell, then?.cell)),
                    label: "Change in share"),
            ])
    }

    /// Returns the share of all people that are in these rows, without an interval; nil if there are none.
    private func share(_ column: String, of rows: [Row]) -> Rate? {
        guard let whole = movers.whole, let all = whole.int(column), all > 0 else { return nil }
        let share = Double(rows.reduce(0) { $0 + ($1.int(column) ?? 0) }) / Double(all)
        return Rate(
            value: share, low: share, high: share,
            cell: CellMark.quotient(Row.sum(column, of: rows), whole.cell(column)))
    }

    /// Returns the change of a share in points; `cell` is its name for `CellMark`.
    private static func shift(_ share: Double?, _ before: Double?, _ cell: String?) -> String {
        guard let share, let before else { return PageFormat.dash }
        return CellMark.mark("\(PageFormat.signed(share - before)) pts", cell)
    }

    /// The smallest of 5, 10, 20, 30, 50 and 100 points that holds the intervals of all rows.
    private static func span(_ rows: [Row]) -> Int {
        let ends = rows.filter(\.isOfEnough).compactMap { $0.rate("difference") }.map {
            max($0.low.magnitude, $0.high.magnitude)
        }
        return [5, 10, 20, 30, 50].first { (ends.max() ?? 0) <= Double($0) / 100 } ?? 100
    }

    /// The smallest changes that would show, how often chance alone moves a value, and what is folded.
    private var note: String {
        let all = movers.whole.flatMap { $0["detectable"] == nil ? nil : "\($0.points("detectable")) (all)" }
        let most = movers.of("os").first { $0["detectable"] != nil && $0.isOfEnough }
        let largest = most.map { "\($0.points("detectable")) (\($0.valueLabel))" }
        let sizes = [all, largest].compactMap(\.self)
        let undetected = "With this many people, a change under \(sizes.joined(separator: " or ")) would not show. "
        let count = movers.compared.count
        let lucky = PageFormat.count(max(count / 20, 1))
        let chance = "By chance alone, about \(lucky) of \(PageFormat.count(count)) look clear. "
        return (sizes.isEmpty ? "" : undetected) + (count < 20 ? "" : chance) + "The smallest groups are “others”."
            + (head.minimumCell > 1 ? " " + head.leftOut : "")
    }
}

extension Row {
    /// Whether either range has enough people for a separate row.
    fileprivate var isOfMany: Bool {
        ["prompted", "prompted_before"].contains { (int($0) ?? 0) >= ShownRate.smallestBase }
    }
}
