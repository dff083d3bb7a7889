/// A report in a few lines, for mail and chat: what the overview says of each app over its last 28 days, or over the
/// last full week. The folder of a report has the first as `digest.txt`, `digest.html` and `digest.json`, and the second,
/// if it was requested, as `digest-weekly.txt` and `digest-weekly.html`.
public struct Digest: Sendable {
    /// What the digest says of one app.
    struct App {
        let appID: String
        let headline: Headline
        let numbers: [KeyNumber]
        /// What changed, and what each change explains.
        let changes: [(verdict: Verdict, shadows: [Verdict])]
        /// What is clear of experiments.
        let experiments: [String]
        /// A sentence that names the marks on the days of the digest; empty if there are none.
        let marks: String
        /// The overview of the app, relative to the report's folder.
        let page: String

        /// The sentences below the title.
        var lede: String {
            [headline.lede, headline.strong, headline.rest].filter { !$0.isEmpty }.joined(separator: " ").withoutJoiners
        }
    }

    /// The overviews that it is made of, that of all apps first.
    let overviews: [Page]
    let headline: Headline
    let head: PageHead
    /// The apps with pages of their own.
    let apps: [App]
    /// The number of apps of the report that are not in `apps`.
    let omitted: Int
    /// What changed of all apps together; of a report of one app it is in `apps`.
    let changes: [Verdict]
    /// The address of the report's folder, with a slash at the end; nil if it is not served.
    let address: String?
    /// The rows of the digest's days, and those of the report's own range.
    let rows, whole: ReportRows
    /// Whether the report has pages of the digest's days.
    let hasPages: Bool

    /// Creates the digest from the overviews of a range, that of all apps first. `whole` are the rows of the report's own
    /// range, by default the same ones: experiments are of no range. `hasPages`: whether the report has pages of the same
    /// days, to which the digest can link.
    package init(
        _ overviews: [Page], _ rows: ReportRows, whole: ReportRows? = nil, address: String?, hasPages: Bool = true
    ) {
        let (shared, whole) = (overviews[0], whole ?? rows)
        (self.overviews, self.hasPages) = (overviews, hasPages)
        (headline, head) = (shared.headline, shared.head)
        (self.address, self.rows, self.whole) = (address.map { $0.hasSuffix("/") ? $0 : $0 + "/" }, rows, whole)
        let single = overviews.filter { $0.sections.first is OverviewSection }
        apps = single.map { page in
            let days = page.head.from.flatMap { from in page.head.to.map { DayAxis(first: from, last: $0) } }
            let app = page.scope.apps[0]
            return App(
                appID: app, headline: page.headline, numbers: page.sections[0].numbers(page.head),
                changes: page.changes ?? [], experiments: Experiments.news(of: app, whole),
                marks: days.map { PlotMarks(rows["marks", app: app]).sentence(on: $0) } ?? "", page: page.file)
        }
        omitted = shared.scope.apps.count - apps.count
        changes = shared.scope.apps.count == 1 ? [] : (shared.changes ?? []).map(\.verdict)
    }

    /// The headline.
    package var title: String { headline.title }

    /// The digest as files of the report.
    package var files: [(path: String, text: String)] {
        get throws {
            [("digest.html", html), ("digest.json", try json), ("digest.txt", text)]
        }
    }

    /// The digest of a week as files of the report.
    package var weeklyFiles: [(path: String, text: String)] {
        [("digest-weekly.html", html), ("digest-weekly.txt", text)]
    }

    /// The first day; nil if there are no days.
    public var from: Day? { head.from }

    /// The sentence on apps that the digest leaves out; empty if there are none.
    var omission: String {
        omitted > 0 ? "\(PageFormat.counted(omitted, "more app is", "more apps are")) in the report." : ""
    }

    /// When the events of the digest were received, and its days.
    var about: String {
        head.rangeWithZone + (head.horizon.map { "; events received up to \(PageFormat.instant($0))" } ?? "")
    }
}

extension Headline.Look {
    /// The sentence as plain text.
    var sentence: String { (before + link + after).withoutJoiners }
}

extension KeyNumber {
    /// The number in a line: its value, then in parentheses interval, change and base.
    var line: String {
        let more = [interval, change, note].filter { !$0.isEmpty }.joined(separator: "; ")
        return more.isEmpty ? value : "\(value) (\(more))"
    }
}

extension String {
    /// The text without the word joiners that pages need.
    var withoutJoiners: String { replacing(["\u{2060}": ""]) }
}
