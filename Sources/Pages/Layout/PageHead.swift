/// What all pages of a range have in common: its days, time zone, horizon, time windows and minimum cell.
package struct PageHead: Sendable {
    /// First and last day, inclusive; nil if there are no events.
    package var from: Day?
    package var to: Day?
    /// The time zone of the days, for example `UTC`.
    package var timeZone: String
    /// The report includes only events received up to this time; RFC 3339 in UTC. Nil if there are no events.
    package var horizon: String?
    /// The longest time from a prompt to an answer that counts.
    package var conversionWindowSeconds: Int
    /// The longest time from a send to an open of the notification that counts as direct.
    package var openWindowSeconds: Int
    /// The longest time from a send to an open of the app that counts as influenced.
    package var influenceWindowSeconds: Int
    /// Rows of fewer people than this are withheld; 0 withholds none.
    package var minimumCell: Int
    /// The ranges for which the report has pages.
    package var choices: [RangeChoice] = []
    /// The folder of this range's pages, for example `7-days/`; empty for the landing range.
    package var folder = ""
    /// The folder that contains this range's `csv/`; empty for the report's own range.
    package var tables = ""
    /// The names of the tables that are CSV files.
    package var csv: [String] = []
    /// The horizon of the earlier report with which this one compares its numbers; nil if there is none.
    package var comparedHorizon: String?
    /// The dimensions of which an app has more values in this range than the report shows.
    package var rests: [Rest] = []
    /// What pages call apps in place of their ids, by the UTF-8 bytes of these.
    package var names: [[UInt8]: String] = [:]
    /// What numbers are called, and what they mean.
    package var topics: [Topic] = []

    /// Creates a head. Omitted parameters have the defaults of a report.
    package init(
        from: Day?, to: Day?, timeZone: String = "UTC", horizon: String?, conversionWindowSeconds: Int = 604_800,
        openWindowSeconds: Int = 2_419_200, influenceWindowSeconds: Int = 43_200, minimumCell: Int = 0,
        comparedHorizon: String? = nil
    ) {
        (self.from, self.to, self.timeZone, self.horizon) = (from, to, timeZone, horizon)
        self.conversionWindowSeconds = conversionWindowSeconds
        self.openWindowSeconds = openWindowSeconds
        self.influenceWindowSeconds = influenceWindowSeconds
        self.minimumCell = minimumCell
        self.comparedHorizon = comparedHorizon
    }
}

extension PageHead {
    /// Returns what pages call an app, safe to show: its name, or else its id.
    func name(of app: String, atMost limit: Int = 80) -> String {
        PageFormat.name(names[Array(app.utf8)] ?? app, atMost: limit)
    }

    /// The conversion window in words, for example `7 days`.
    var window: String { PageFormat.window(seconds: conversionWindowSeconds) }

    /// The open window in words, for example `28 days`.
    var openWindow: String { PageFormat.window(seconds: openWindowSeconds) }

    /// The influence window in words, for example `12 hours`.
    var influenceWindow: String { PageFormat.window(seconds: influenceWindowSeconds) }

    /// Returns what the glossary says of a number under the name of a page; the number's name alone if it says nothing.
    func term(_ name: String, on page: SitePage) -> Term { term(name, of: page.label) }

    /// Returns what the glossary says of a number under this title.
    func term(_ name: String, of title: String) -> Term {
        topics.first { $0.title == title }?.terms.first { $0.name == name } ?? Term(name, name: name, meaning: "")
    }

    /// Returns columns of numbers under what the glossary calls them.
    func columns(_ names: [String], on page: SitePage) -> [Table.Column] {
        names.map { .number(term($0, on: page).label) }
    }

    /// The range for captions: `1 Feb 2026 to 30 Apr 2026`.
    var days: String {
        guard let from, let to else { return "no days" }
        return from == to ? from.text : "\(from.text) to \(to.text)"
    }

    /// The range in a sentence: `from 1 Feb 2026 to 30 Apr 2026`.
    var range: String {
        guard let from, let to else { return "yet" }
        return from == to ? "on \(from.text)" : "from \(from.text) to \(to.text)"
    }

    /// The range with its time zone: `1 Feb 2026 to 30 Apr 2026, days in UTC`.
    var rangeWithZone: String {
        from == nil || to == nil ? "No events yet" : "\(days), days in \(PageFormat.name(timeZone))"
    }

    /// The previous range, which is equally long, in a sentence: `the 89 days before`.
    var before: String {
        guard let from, let to else { return "the days before" }
        let count = to.number - from.number + 1
        return count == 1 ? "the day before" : "the \(PageFormat.count(count)) days before"
    }

    /// The range among those for which the report has pages; nil if there are no days.
    var choice: RangeChoice? { choices.first { $0.folder == folder } }

    /// The number of days; 0 if there are none.
    var length: Int { from.flatMap { from in to.map { $0.number - from.number + 1 } } ?? 0 }

    /// The range as short as possible: `3 Apr–30 Apr 2026`.
    var shortDays: String {
        guard let from, let to else { return "no days" }
        if from == to { return to.text }
        return "\(from.year == to.year ? from.shortText : from.text)–\(to.text)"
    }
}
