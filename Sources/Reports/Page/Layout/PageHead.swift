/// What every page of a report says alike: its range, zone, horizon, windows and minimum cell.
package struct PageHead: Sendable {
    /// First and last day, inclusive; nil where nothing was ever received.
    package var from: Day?
    package var to: Day?
    /// The time zone of the days, such as `UTC`.
    package var timeZone: String
    /// Events received up to this instant are in the report, RFC 3339 in UTC; nil where nothing was ever received.
    package var horizon: String?
    /// The longest time from a prompt to the decision that counts.
    package var conversionWindowSeconds: Int
    /// The longest time from a send to the open that counts as direct.
    package var openWindowSeconds: Int
    /// The longest time from a send to an app open that counts as influenced.
    package var influenceWindowSeconds: Int
    /// Rows of fewer people are withheld; 0 withholds none.
    package var minimumCell: Int
    /// The ranges that the report has pages of, and the folder of this one.
    package var choices: [RangeChoice] = []
    package var folder = ""
    /// The horizon of the report whose numbers are compared with what they are now; nil where there is none.
    package var comparedHorizon: String?

    /// The defaults of the parameters, where they are not given.
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
    /// The conversion window: `7 days`.
    var window: String { PageFormat.window(seconds: conversionWindowSeconds) }

    /// The open window: `28 days`.
    var openWindow: String { PageFormat.window(seconds: openWindowSeconds) }

    /// The influence window: `12 hours`.
    var influenceWindow: String { PageFormat.window(seconds: influenceWindowSeconds) }

    /// `1 Feb 2026 to 30 Apr 2026`, for captions.
    var days: String {
        guard let from, let to else { return "no days" }
        return from == to ? from.text : "\(from.text) to \(to.text)"
    }

    /// `from 1 Feb 2026 to 30 Apr 2026`, within a sentence.
    var range: String {
        guard let from, let to else { return "yet" }
        return from == to ? "on \(from.text)" : "from \(from.text) to \(to.text)"
    }

    /// `1 Feb 2026 to 30 Apr 2026, days in UTC`.
    var rangeWithZone: String {
        from == nil || to == nil ? "No events yet" : "\(days), days in \(PageFormat.name(timeZone))"
    }

    /// Why an app's numbers are not compared with the range before.
    var uncovered: String {
        "The app’s events do not reach back over all of \(before), so nothing is compared with them."
    }

    /// `the 89 days before`.
    var before: String {
        guard let from, let to else { return "the days before" }
        let count = to.number - from.number + 1
        return count == 1 ? "the day before" : "the \(PageFormat.count(count)) days before"
    }

    /// What the changes beside key numbers are.
    var changes: String {
        "Changes are against \(before), in points with the 95\u{202F}% interval of the difference; “no clear change” where "
            + "it holds 0."
    }

    /// From when the numbers of prompts before are, within a sentence.
    var sameAge: String {
        guard let from, let to else { return "as it stood at the same age" }
        let days = PageFormat.counted(to.number - from.number + 1, "day", "days")
        return "as it stood \(days) earlier, at the age that these days have now"
    }
}
