/// A page about a change: when it began, of whom it is, and what else it explains.
struct VerdictPage: Sendable {
    let verdict: Verdict
    /// The page's file name, for example `finding-opt-in-ios-26.3.html`.
    let file: String

    /// The largest number of pages of an app; the clearest changes have them.
    private static let limit = 12

    /// Returns the pages of changes whose days are known.
    static func all(of verdicts: Verdicts) -> [VerdictPage] {
        var taken: Set<String> = []
        let clear = verdicts.told.flatMap { [$0] + verdicts.shadows(of: $0) }.filter { $0.row["days"] != nil }
        return clear.prefix(limit).compactMap { verdict in
            let file = file(of: verdict)
            return taken.insert(file.lowercased()).inserted ? VerdictPage(verdict: verdict, file: file) : nil
        }
    }

    private static func file(of verdict: Verdict) -> String {
        let isSystem = ["platform", "os", "os_version"].contains(verdict.dimension)
        let part = isSystem ? verdict.name.lowercased() : "\(verdict.dimension)-\(verdict.name)"
        let name = verdict.metric + (verdict.isWhole ? "" : "-" + part)
        return "finding-\(ReportName.file(name.replacing([" ": "-", "_": "-"]))).html"
    }

    /// The page in the navigation: that of its number.
    var place: SitePage {
        let home: SitePage =
            switch verdict.metric {
            case "opens": .opens
            case "provisional": .provisional
            case "silent": .quality
            default: .optIn
            }
        return SitePage(
            file: file, label: home.label, subject: CellMark.unmarked(verdict.title), nothing: home.nothing,
            isOfRange: true)
    }
}

/// What the page about a change shows.
struct VerdictSection: Section {
    let appID: String
    let verdict: Verdict
    let verdicts: Verdicts
    let links: VerdictLinks
    let guides: PlotGuides
    /// Rows of `marks`.
    let marks: [Row]

    var summary: (value: String, note: String) { (verdict.level, "") }

    func headline(_ head: PageHead) -> Headline {
        let details = verdict.details
        return Headline(
            title: verdict.title, lede: "\(details.prefix(1).uppercased())\(details.dropFirst()).",
            strong: cause.map {
                "Another change explains it: \($0.title). Without the people of that, it would not be clear."
            }
                ?? "", rest: near)
    }

    private var cause: Verdict? { verdicts.cause(of: verdict) }

    /// A sentence on the marks within ten days of the change; empty if there are none.
    private var near: String {
        guard let since = verdict.row.day("since") else { return "" }
        let near = marks.filter { mark in
            mark["is_new"] == "true" && mark.day("day").map { abs($0.number - since.number) <= 10 } ?? false
        }.prefix(6).map { mark in
            let name = PageFormat.name(mark.text("name"), atMost: 40)
            return
                "\(mark["kind"] == "app_version" ? "app version \(name)" : name) (\(mark.day("day")?.shortText ?? ""))"
        }
        return near.isEmpty ? "" : "Within ten days of it: \(near.joined(separator: ", "))."
    }

    func numbers(_ head: PageHead) -> [KeyNumber] {
        guard verdict.metric != "silent" else { return [] }
        let note = { verdict.isCount ? "people asked" : "of \(verdict.row.count($0))" }
        return [
            KeyNumber("These days", verdict, note: note("base")),
            KeyNumber("Before", verdict.levelBefore, note: note("base_before")),
        ]
    }

    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure] {
        switch verdict.metric {
        case "silent": [counts("Events", of: verdict.title + ".", head, budget)]
        case "asked": [counts("People asked", of: "People by the day of their prompt.", head, budget), company(head)]
        default: [trend(head, budget), company(head)]
        }
    }

    /// The counts of each day or week. Without them if rows of few people are withheld, because days are of fewer.
    private func counts(_ what: String, of caption: String, _ head: PageHead, _ budget: PageBudget) -> Figure {
        let days = head.minimumCell > 1 ? [] : countsByDay(to: head.to)
        let (rows, step) = (Weeks.sums(of: days, ["count"]), Weeks.step(of: days))
        let points = rows.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map { StackPlot.Point(day: $0, counts: [row.int("count") ?? 0, 0]) }
        }
        let title = "\(what) by \(Weeks.name(step))"
        var figure = Figure(name: "trend", title: title, caption: caption, csv: "verdicts")
        guard var plot = StackPlot(points, styles: ["step", "rejected"], step: step), let first = points.first?.day,
            let last = points.last?.day
        else {
            figure.empty = Self.withheldDays
            return figure
        }
        plot.marks = guides.marks
        figure.plot = { [plot] id in
            plot.columns(
                id: id, title: title,
                description: "A column for each \(Weeks.name(step)), \(first.text) to \(last.text). "
                    + "The figure’s table has the numbers.")
        }
        figure.days = "\(first.text) to \(last.text)"
        figure.data = Table(
            style: "days", columns: [.words(Weeks.column(step)), .number(what)],
            groups: [
                rows.suffix(budget.listedDays).map { row in
                    Table.Row(name: row.day("day")?.text ?? "", cells: [.number(row.count("count"), label: what)])
                }
            ])
        figure.note = plot.markSentence + DayFigure.omission(rows.count, budget, step, isInFile: false)
        return figure
    }

    /// A row with `day` and `count` for each day from the first that has a count; the others have 0.
    private func countsByDay(to last: Day?) -> [Row] {
        let days = Self.list(verdict.row["days"])
        let counts = Dictionary(zip(days, Self.list(verdict.row["people"])), uniquingKeysWith: { first, _ in first })
        guard let first = days.first.flatMap({ Day($0) }), let last, first <= last else { return [] }
        return (0...last.number - first.number).reversed().compactMap { last.before($0) }.map { day in
            Row([("day", day.description), ("count", counts[day.description] ?? "0")])
        }
    }

    private static let withheldDays = "Days are not shown where rows of few people are withheld."

    /// The rates of the 7 days up to each day. Without them if rows of few people are withheld, because days are of fewer.
    private func trend(_ head: PageHead, _ budget: PageBudget) -> Figure {
        let days = head.minimumCell > 1 ? [] : ratesByDay
        let (rows, step) = (Weeks.ends(of: days), Weeks.step(of: days))
        let points = rows.suffix(budget.plottedDays).compactMap { row in
            row.day("day").map { TrendPlot.Point(day: $0, rate: rate(row)) }
        }
        var figure = DayFigure(
            name: "trend", title: isOfOptIn ? "Opt-in within 24 hours, 7 days pooled" : "7 days pooled",
            caption: "Each point is of the 7 days up to its day."
                + (verdict.metric == "opt_in" ? " The rates above count later answers too." : ""),
            empty: head.minimumCell > 1 ? Self.withheldDays : "There are too few people for a line.",
            gap: "A gap: fewer than \(ShownRate.smallestBase) in 7 days, or no data.", csv: "verdicts"
        ).figure(
            points, latest: points.last { $0.rate.shown != nil }.map { "in the 7 days to \($0.day.text)" },
            tints: tints(head), step: step, guides: guides)
        figure.data = rows.isEmpty ? nil : table(rows.suffix(budget.listedDays), step)
        figure.note += DayFigure.omission(rows.count, budget, step, isInFile: false)
        if let first = points.first?.day, let last = points.last?.day { figure.days = "\(first.text) to \(last.text)" }
        return figure
    }

    /// Whether its days are of answers within 24 hours, which are final after a day.
    private var isOfOptIn: Bool { verdict.metric.hasPrefix("opt_in") }

    /// A row for each day with the number of people or sends, and the rate, of the 7 days up to it.
    private var ratesByDay: [Row] {
        let columns = ["day": "days", "people": "people", "rate": "rates", "rate_low": "lows", "rate_high": "highs"]
        let lists = columns.mapValues { Self.list(verdict.row[$0]) }
        return (0..<(lists.values.map(\.count).min() ?? 0)).map { place in
            Row(lists.map { (column: $0.key, cell: $0.value[place]) })
        }
    }

    private func rate(_ row: Row) -> ShownRate {
        row.shown("rate", of: row.counted("people"), usual: verdict.rate.shown)
    }

    private func table(_ rows: some Sequence<Row>, _ step: Int) -> Table {
        Table(
            style: "days",
            columns: [.words(Weeks.column(step))] + ["In 7 days", "Rate", "95% interval"].map { .number($0) },
            groups: [
                rows.map { row in
                    Table.Row(
                        name: row.day("day")?.text ?? "",
                        cells: [
                            .number(row.count("people"), label: "In 7 days"), .rate(rate(row)), .interval(rate(row)),
                        ])
                }
            ])
    }

    /// Returns the elements of an array in PostgreSQL's text format, none of which is quoted.
    private static func list(_ text: String?) -> [String] {
        (text ?? "").dropFirst().dropLast().split(separator: ",").map { String($0) }
    }

    /// The two ranges with their rates, unless the line is of another rate.
    private func tints(_ head: PageHead) -> [TrendPlot.Tint] {
        guard let before = verdict.row.day("from_day_before"), let from = verdict.row.day("from_day"), let to = head.to,
            let last = from.before(1)
        else { return [] }
        let levels = verdict.metric == "opt_in" ? ("", "") : (": \(verdict.levelBefore)", ": \(verdict.level)")
        return [
            TrendPlot.Tint(from: before, to: last, label: "before\(levels.0)", style: "before"),
            TrendPlot.Tint(from: from, to: to, label: "now\(levels.1)", style: "now"),
        ]
    }

    /// The change among those that it explains, or that explain it, and the whole app.
    private func company(_ head: PageHead) -> Figure {
        let whole = verdict.isWhole ? nil : verdicts.of(verdict.metric)
        var keys: Set = [verdict.key]
        let others = ([cause].compactMap(\.self) + verdicts.shadows(of: verdict) + [whole].compactMap(\.self)).filter {
            keys.insert($0.key).inserted
        }
        return Figure(
            name: "company", title: "What changed with it",
            caption: "The change, what it explains or is explained by, and the whole app.",
            table: Table(
                style: "versions",
                columns: [
                    .words("Of"), .number("These days"), .number("Before"), .number("Change"),
                    .number("People or sends"),
                ],
                groups: [([verdict] + others.prefix(12)).map(row)]),
            note: "One change explains another if that would not be clear without the people of the first.",
            csv: "verdicts")
    }

    private func row(_ other: Verdict) -> Table.Row {
        Table.Row(
            name: other.isWhole ? "All" : other.part, link: other.key == verdict.key ? nil : links.href(other),
            cells: [
                .number(other.level, label: "These days"), .number(other.levelBefore, label: "Before"), .change(other),
                .number(other.row.count("base"), label: "People or sends"),
            ])
    }
}
