/// What happened on days of a plot by day: a vertical line for each day. The team's own marks have their name above the
/// line if there is room; the first days of versions tell it to the pointer.
package struct PlotMarks {
    /// An event: its day, its name above the plot, and its name in a sentence.
    private struct Mark {
        let day: Day
        let name: String
        let words: String
        /// Whether it is the team's own.
        let isOwn: Bool
        /// The platform that it is about; nil for all.
        let platform: String?
    }

    /// The marks in the order in which they get room for their names.
    private var marks: [Mark]

    /// The largest number of marks of a plot.
    private static let limit = 12

    /// Takes the marks of an app that trends show: rows of `marks` with `is_new`. The team's own come first, then
    /// versions of the app, then those of the OS; of each, the newest first.
    package init(_ rows: [Row] = []) {
        let order = ["team", "app_version", "os_version"]
        let ranked = rows.filter { $0["is_new"] == "true" }.compactMap { row -> (rank: Int, mark: Mark)? in
            guard let day = row.day("day"), let rank = order.firstIndex(of: row.text("kind")) else { return nil }
            let name = PageFormat.name(row.text("name"), atMost: 28)
            let words = row.text("kind") == "app_version" ? "app version \(name)" : name
            let platform = row.text("kind") == "os_version" ? Platform.of(row.text("name")) : nil
            return (rank, Mark(day: day, name: name, words: words, isOwn: rank == 0, platform: platform))
        }
        marks = ranked.enumerated().sorted { one, other in
            let key = { (place: (offset: Int, element: (rank: Int, mark: Mark))) in
                (place.element.rank, -place.element.mark.day.number, place.offset)
            }
            return key(one) < key(other)
        }.map(\.element.mark)
    }

    /// Returns those that are about a platform or about all.
    func of(_ platform: String) -> PlotMarks {
        var own = self
        own.marks = marks.filter { $0.platform.map { $0 == platform } ?? true }
        return own
    }

    /// The marks on the days of an axis.
    private func all(on axis: DayAxis) -> [Mark] { marks.filter { axis.first <= $0.day && $0.day <= axis.last } }

    /// Those of them that a plot shows.
    private func shown(on axis: DayAxis) -> ArraySlice<Mark> { all(on: axis).prefix(Self.limit) }

    /// Returns a line for each day with marks, with their names for the script of the page.
    func lines(on axis: DayAxis) -> [SafeHTML] {
        let days = Dictionary(grouping: shown(on: axis), by: \.day)
        return days.sorted { $0.key < $1.key }.map { day, marks in
            .element(
                "path",
                [
                    "class": marks.contains(where: \.isOwn) ? "flag own" : "flag",
                    "d": "M\(axis.x(day)) 0V\(PlotFrame.height)", "data-day": "\(day)",
                    "data-mark": marks.map(\.words).joined(separator: ", "),
                ])
        }
    }

    /// The widths of a plot in pixels for which names must have room, each with the style of the names that have it only
    /// there: a phone, a plot that shares its row, and a plot that has the row of a wide page.
    private static let widths = [(240.0, ""), (450.0, "minor"), (880.0, "spare")]

    /// Returns the names of the team's marks that have room above the plot without touching each other or `taken`. The style sheet hides
    /// those of the styles `minor` and `spare` where they have none.
    package func labels(on axis: DayAxis, beside taken: [PlotFrame.Label] = []) -> [PlotFrame.Label] {
        let shown = shown(on: axis).filter(\.isOwn)
        return Self.widths.reduce(into: []) { labels, width in
            let others = shown.filter { mark in !labels.contains { $0.text == mark.name } }
            labels += placed(others, on: axis, beside: taken + labels, width: width.0).map {
                PlotFrame.Label(text: $0.text, share: $0.share, anchor: $0.anchor, style: width.1)
            }
        }
    }

    private func placed(
        _ marks: some Sequence<Mark>, on axis: DayAxis, beside taken: [PlotFrame.Label], width: Double
    ) -> [PlotFrame.Label] {
        var labels: [PlotFrame.Label] = []
        for mark in marks {
            let room = (taken + labels).map { $0.span(width) }
            let free = ["start", "end"].lazy
                .map { PlotFrame.Label(text: mark.name, share: axis.share(of: mark.day), anchor: $0) }
                .first { label in
                    let own = label.span(width)
                    return own.lowerBound >= 0 && own.upperBound <= 1 && !room.contains { $0.overlaps(own) }
                }
            if let free { labels.append(free) }
        }
        return labels
    }

    /// Returns a sentence that names the shown marks by day, and counts the others; empty if no mark is on the axis.
    func sentence(on axis: DayAxis) -> String {
        let shown = shown(on: axis).enumerated().sorted {
            ($0.element.day.number, $0.offset) < ($1.element.day.number, $1.offset)
        }
        guard !shown.isEmpty else { return "" }
        let named = shown.map { "\($0.element.words) (\($0.element.day.shortText))" }.joined(separator: ", ")
        let others = all(on: axis).count - shown.count
        return "Marks: \(named)\(others > 0 ? "; \(PageFormat.count(others)) more in the CSV" : ""). "
    }
}

extension PlotFrame.Label {
    /// The part of the plot's width that the text needs, with a gap after it, if the plot is `width` pixels wide. A
    /// character is taken to be 7 pixels wide, or 12 if it is of a script of East Asia.
    fileprivate func span(_ width: Double) -> ClosedRange<Double> {
        let pixels = text.unicodeScalars.reduce(10.0) { $0 + ($1.value < 0x1100 ? 7 : 12) }
        let share = pixels / width
        switch anchor {
        case "start": return self.share...(self.share + share)
        case "end": return (self.share - share)...self.share
        default: return (self.share - share / 2)...(self.share + share / 2)
        }
    }
}

/// What a trend shows besides its numbers: marks, the target, and the rate since each of the team's marks.
struct PlotGuides {
    var marks = PlotMarks()
    /// The rate to reach, a fraction; nil for none.
    var target: Double?
    /// The verdicts on the opt-in rate since the team's marks, the newest first.
    private var ofMarks: [Verdict] = []

    /// Sentences on the opt-in rate since the team's marks. Made while a page is rendered, when they get their keys.
    var since: [String] { ofMarks.compactMap(\.sinceMark) }

    init() {}

    /// Takes the marks of an app and, if `measure` is named, its target for that rate.
    init(of app: String, _ rows: ReportRows, target measure: String? = nil) {
        let own = rows["marks", app: app]
        marks = PlotMarks(own)
        target = measure.flatMap { measure in
            rows["targets", app: app].first { $0["measure"] == measure }?.double("target")
        }
        if measure == "grant_rate" {
            let verdicts = Verdicts(app, rows)
            ofMarks = own.filter { $0["kind"] == "team" }.suffix(4).reversed().compactMap {
                verdicts.since(mark: $0)
            }
        }
    }
}
