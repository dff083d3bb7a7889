/// What became of a number from one range of days to the next: a row of `verdicts`. Pages, digests and messages compare
/// nothing themselves; whatever they say of a change is a verdict.
public struct Verdict: Sendable {
    public enum Kind: String, Sendable {
        case fell, rose, held
        case tooFew = "too_few"
        case nothingBefore = "nothing_before"
    }

    /// How important a change is. `report --alert` exits with 10 if any is an `alert`.
    public enum Severity: String, Sendable, Encodable { case alert, notice }

    let row: Row
    /// Nil if the row is withheld.
    public let kind: Kind?
    /// For example `opt_in`.
    public let metric: String
    /// What `name` is a value of; `all` for a whole app.
    let dimension: String
    let name: String

    package init(_ row: Row) {
        self.row = row
        kind = row["kind"].flatMap { Kind(rawValue: $0) }
        (metric, dimension, name) = (row.text("metric"), row.text("dimension"), row.text("name"))
    }

    /// Nil if it is of all apps.
    public var appID: String? { row["app_id"] }
    /// An alert is one only in the first report that has it.
    public var severity: Severity { row.isTrue("is_alert") ? .alert : .notice }
    var isWhole: Bool { dimension == "all" }
    /// Whether it is about incoming data.
    var isOfData: Bool { ["silent", "rejects", "latency"].contains(metric) }
    /// Whether a rule found it that does not compare the range with the one before.
    var isOfRule: Bool { isOfData || metric == "push_service" || metric == "turn_offs" }
    /// Whether it compares the days since a mark of the team with as many before.
    var isSinceMark: Bool { metric == "since_mark" }
    var isClear: Bool { kind == .fell || kind == .rose }
    /// Whether the two ranges have enough people for a comparison.
    var isCompared: Bool { isClear || kind == .held }
    var isCount: Bool { metric == "asked" }
    /// Whether it compares the days since a shift that began before the range, and so is of other days than the page.
    var isOfShift: Bool { metric == "opt_in_24h" && row["told"] != nil && row["p_adjusted"] == nil }
    /// Whether only the rule of nights found that it rose, which is made for falls.
    var isRiseOfNights: Bool { isOfShift && kind == .rose }

    /// Whether it has a difference, which can be one without an interval.
    var hasDifference: Bool { isCompared && row["difference"] != nil }
    /// The difference to the range before with its interval, of counts the growth; nil if the two are not compared, or
    /// without an interval, as of a count that fell to 0.
    var difference: Rate? { isCompared ? row.rate("difference") : nil }
    /// The rate of these days with its interval; not shown if it is of too few people.
    var rate: ShownRate { isCount ? .none : row.shown("value", of: row.counted("base")) }

    /// Its name, with which a page says whose words these are: app, metric, dimension, value, and first day of the range.
    package var key: String {
        [row.text("app_id"), metric, dimension, name, row.text("from_day")].map(ReportName.file).joined(separator: "/")
    }

    /// Returns words that state the verdict, with its key while a page is rendered.
    func stating(_ words: String) -> String { VerdictMark.mark(words, key) }
}

extension Verdict: Encodable {
    private struct Column: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private static let texts = [
        "app_id", "metric", "dimension", "name", "kind", "from_day_before", "from_day", "told", "since", "since_from",
        "since_to", "explained_by",
    ]
    private static let numbers = [
        "value", "value_low", "value_high", "before", "base", "base_before", "difference", "difference_low",
        "difference_high", "p", "p_adjusted",
        "detectable", "gravity", "mix", "answers",
    ]

    /// Encodes the columns under their names in `analytics.verdicts`, with null for nil, `severity` and `sentence`.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Column.self)
        try members.encode(severity, forKey: Column("severity"))
        for name in Self.texts { try members.encode(row[name], forKey: Column(name)) }
        for name in Self.numbers { try members.encode(row.double(name)?.published, forKey: Column(name)) }
        try members.encode(sentence.withoutJoiners, forKey: Column("sentence"))
    }
}

/// The verdicts of one app, or those about several apps.
struct Verdicts: Sendable {
    let all: [Verdict]
    /// Those that another one explains: few, where very many things changed.
    private let explained: [Verdict]

    /// - Parameter app: nil for those about several apps.
    init(_ app: String?, _ rows: ReportRows) {
        all = (app.map { rows["verdicts", app: $0] } ?? rows["verdicts"].filter { $0["app_id"] == nil }).map(
            Verdict.init)
        explained = all.filter { $0.row["explained_by"] != nil }
    }

    /// Returns the verdict of the range about a number of the whole app or of a part; nil if there is none. Of the opt-in
    /// rate the one of the range: short ranges have that within 24 hours.
    func of(_ metric: String, _ dimension: String = "all", _ name: String = "") -> Verdict? {
        all.first { verdict in
            let isOne = verdict.metric == metric || metric == "opt_in" && verdict.metric == "opt_in_24h"
            return isOne && !verdict.isOfShift && verdict.dimension == dimension
                && verdict.name.utf8.elementsEqual(name.utf8)
        }
    }

    /// The verdicts on campaigns after which clearly more people turn notifications off.
    var ofTurnOffs: [Verdict] { all.filter { $0.metric == "turn_offs" && $0.isClear } }

    /// Returns the verdict on the days since a mark of the team, a row of `marks`; nil if there is none.
    func since(mark: Row) -> Verdict? {
        all.first { verdict in
            verdict.isSinceMark && verdict.row["from_day"] == mark["day"]
                && verdict.name.utf8.elementsEqual(mark.text("name").utf8)
        }
    }

    /// What changed, without what another change explains: alerts first, then silence, then what is clearest. What
    /// changed since a mark is told under the trend only.
    var told: [Verdict] { ranked(all.filter { $0.isClear && !$0.isSinceMark && $0.row["explained_by"] == nil }) }

    /// Returns whether it was told before the range began, so that its reader has known it for as long as the range is.
    func isOld(_ verdict: Verdict) -> Bool {
        let first = all.first { !$0.isOfShift && !$0.isOfRule && !$0.isSinceMark }?.row["from_day"]
        guard verdict.isOfShift, let told = verdict.row["told"], let first else { return false }
        return told < first
    }

    /// Returns what a change explains, the clearest first.
    func shadows(of cause: Verdict) -> [Verdict] {
        ranked(explained.filter { $0.isExplained(by: cause) })
    }

    /// Returns the change that explains another one.
    func cause(of shadow: Verdict) -> Verdict? { all.first { shadow.isExplained(by: $0) } }

    private func ranked(_ verdicts: [Verdict]) -> [Verdict] {
        verdicts.enumerated().sorted { one, other in
            let rank = { (verdict: Verdict) in
                (
                    verdict.severity == .alert ? 0 : 1, verdict.metric == "silent" ? 0 : 1,
                    -(verdict.row.double("gravity") ?? 0)
                )
            }
            let (a, b) = (rank(one.element), rank(other.element))
            return (a.0, a.1, a.2, one.offset) < (b.0, b.1, b.2, other.offset)
        }.map(\.element)
    }

    /// The parts whose opt-in rate was compared with the range before.
    var compared: [Verdict] {
        all.filter { $0.metric.hasPrefix("opt_in") && !$0.isOfShift && !$0.isWhole && $0.isCompared }
    }
}

extension Verdict {
    /// Returns what changed in all apps, alerts first.
    package static func told(in rows: ReportRows) -> [Verdict] {
        var seen: Set<String> = []
        let ids = rows["verdicts"].compactMap { $0["app_id"] }.filter { seen.insert($0).inserted }
        let apps = ids.map { Verdicts($0, rows).told }
        let all = Verdicts(nil, rows).told + apps.joined()
        return all.filter { $0.severity == .alert } + all.filter { $0.severity != .alert }
    }

    fileprivate func isExplained(by cause: Verdict) -> Bool {
        let cell = "\(cause.dimension) \(cause.name)"
        let isOfOptIn = metric.hasPrefix("opt_in") && cause.metric.hasPrefix("opt_in")
        return isClear && kind == cause.kind && (metric == cause.metric || isOfOptIn)
            && row["explained_by"].map { $0 == (cause.isWhole ? "all" : cell) } ?? false
            && (cause.appID ?? "") == (appID ?? "")
    }
}

/// Puts the key of a verdict around the words that state it, while a page or a mail is rendered (`isOn`): U+0004, the
/// key, U+0005, the words, U+0006. In HTML it becomes the attribute `data-verdict` of an element around the words.
enum VerdictMark {
    @TaskLocal static var isOn = false

    static func mark(_ words: String, _ key: String) -> String {
        isOn ? "\u{4}\(key)\u{5}\(words)\u{6}" : words
    }

    /// Returns escaped text with an element around the words of each verdict.
    static func written(_ markup: String) -> String {
        markup.utf8.contains(4)
            ? markup.replacing(["\u{4}": "<span data-verdict=\"", "\u{5}": "\">", "\u{6}": "</span>"]) : markup
    }

    /// Returns the text without keys.
    static func unmarked(_ text: String) -> String {
        guard text.utf8.contains(4) else { return text }
        let pieces = text.split(separator: "\u{4}", omittingEmptySubsequences: false)
        let words = pieces.dropFirst().map { $0.drop { $0 != "\u{5}" }.dropFirst() }
        return ([pieces[0]] + words).joined().replacing(["\u{6}": ""])
    }
}
