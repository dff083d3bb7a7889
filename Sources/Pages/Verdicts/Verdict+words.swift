/// The words of verdicts, the same on pages, in digests and in messages.
extension Verdict {
    /// The part of a change at which one of its two parts is said to be nearly all of it.
    static let most = 0.8

    /// The verdict as a title, for example `Opt-in on iOS 26.3 fell 9.6 points to 50.6%`. Of what was not compared, the
    /// level alone.
    var title: String {
        switch metric {
        case "silent": return stating("\(who) has sent no events since \(row.day("from_day")?.shortText ?? "")")
        case "rejects": return stating("\(row.percent("value")) of received events were rejected")
        case "latency": return stating("\(row.percent("value")) of events came more than 24 hours late")
        case "push_service":
            return stating(
                "The push service dropped \(row.percent("value")) of the people of several apps")
        case "turn_offs":
            return stating("More people turn notifications off after \(part): \(perThousand("value")) per 1,000 sends")
        default: return stating("\(subject)\(place) \(outcome)")
        }
    }

    /// The verdict as the rest of a sentence about its number, for example `fell 9.6 points to 50.6%`.
    var outcome: String {
        switch kind {
        case .fell, .rose: "\(change) to \(level)\(mixture)"
        case .held: "held at \(level)"
        default: "is \(level)"
        }
    }

    /// For example `fell 9.6 points`, or `fell 42%` for a count.
    private var change: String {
        row.marked("difference") {
            isCount ? "\($0 < 0 ? "fell" : "rose") \(PageFormat.percent($0.magnitude))" : PageFormat.moved($0)
        }
    }

    /// The value of these days, for example `50.6%`.
    var level: String { isCount ? row.marked("value") { PageFormat.count(Int($0)) } : row.percent("value") }

    /// The value of the range before.
    var levelBefore: String { isCount ? row.marked("before") { PageFormat.count(Int($0)) } : row.percent("before") }

    /// What nearly all of a change comes from, if it is not other answers: `, nearly all of it other campaigns`.
    private var mixture: String {
        guard let mix = row.double("mix"), let whole = row.double("difference"), whole != 0, mix / whole >= Self.most
        else { return "" }
        let what = ["opens": "other campaigns", "provisional": "other OS versions"][metric] ?? "who was asked"
        return ", \(mix / whole >= 0.995 ? "all" : "nearly all") of it \(what)"
    }

    /// What changed, as the beginning of a sentence.
    var subject: String {
        switch metric {
        case "opt_in": "Opt-in"
        case "opt_in_24h": "Opt-in within 24 hours"
        case "asked": "The number of people asked"
        case "reach": "Reach of active people"
        case "opens": "Opens within 24 hours"
        case "provisional": "The share of provisional trials kept"
        default: metric
        }
    }

    /// The part as a phrase: ` on iOS 26.3`, ` in app version 5.16.0`, ` at “cart”`; empty for a whole app.
    var place: String {
        switch dimension {
        case "all": ""
        case "platform", "os", "os_version": name.isEmpty ? " without an OS version" : " on \(PageFormat.name(name))"
        case "app_version" where !name.isEmpty: " in \(part)"
        case "placement" where !name.isEmpty: " at “\(PageFormat.name(name, atMost: 40))”"
        default: name.isEmpty ? " without \(Dimension.words(of: dimension))" : " with \(part)"
        }
    }

    /// The part for display, such as `iOS 17` or `app version 5.16.0`.
    var part: String { Dimension.label(of: name, in: dimension) }

    /// The part as the beginning of a sentence.
    var who: String {
        isWhole ? "The app" : part.prefix(1) == "a" ? "A" + part.dropFirst() : part
    }

    /// A sentence with all that is known; of what was not compared, its level.
    public var sentence: String { isOfRule || isCompared ? "\(title), \(details)." : "\(title)." }

    /// The rest of the sentence after the title: value before, interval, onset.
    var details: String {
        switch metric {
        case "silent": return "which was clear on \(row.day("told")?.text ?? "")"
        case "rejects", "latency":
            return "\(row.percent("before")) before, in the 7 days from \(row.day("from_day")?.text ?? "")"
        case "push_service":
            return "on \(row.day("from_day")?.text ?? "") (\(row.percent("before")) on an average day before): the "
                + "service changed, not the apps"
        case "turn_offs":
            let bounds = row.rate("difference").map {
                CellMark.mark("\(PageFormat.signed(10 * $0.low)) to \(PageFormat.signed(10 * $0.high))", $0.cell)
            }
            return "\(perThousand("before")) after the app's other campaigns (95% interval of the difference "
                + "\(bounds ?? ""))"
        default:
            let interval = bounds.map { " (95% interval \($0)\(isCount ? "" : " points"))" } ?? ""
            return "from \(levelBefore) \(earlier)\(interval)\(onset.map { "; it \($0)" } ?? "")"
        }
    }

    /// Returns a fraction per 1,000, such as `9.1`.
    private func perThousand(_ column: String) -> String {
        row.marked(column) { PageFormat.percentDigits(10 * $0) }
    }

    /// The bounds of the interval of the difference, such as `−13.8 to −4.6`, or of a count `−50 to −33%`; nil without
    /// an interval.
    private var bounds: String? {
        guard let difference else { return nil }
        guard isCount else { return difference.bounds }
        let ends = [difference.low, difference.high].map(PageFormat.signed)
        return CellMark.mark("\(ends[0]) to \(ends[1])%", difference.cell)
    }

    /// When the value before was counted, for example `in the 28 days before 3 Apr 2026`; of reach, which is that of
    /// one day, `on 2 Apr 2026`.
    private var earlier: String {
        guard let first = row.day("from_day_before"), let day = row.day("from_day") else { return "in the days before" }
        if metric == "reach", let last = day.before(1) { return "on \(last.text)" }
        return "in the \(PageFormat.counted(day.number - first.number, "day", "days")) before \(day.text)"
    }

    /// When it began, for example `probably began between 30 Mar and 5 Apr`; nil if that is not known.
    var onset: String? {
        guard !isOfRule, let from = row.day("since_from"), let to = row.day("since_to") else { return nil }
        return from == to
            ? "probably began on \(from.shortText)" : "probably began between \(from.shortText) and \(to.shortText)"
    }

    /// The days on which it began, for a list; the first day of the range if they are not known.
    var days: String {
        if metric == "turn_offs" { return "in these days" }
        let first = row.day("from_day").map { "\(metric == "push_service" ? "on" : "since") \($0.shortText)" } ?? ""
        guard !isOfRule, let from = row.day("since_from"), let to = row.day("since_to") else { return first }
        return from == to ? "since \(from.shortText)" : "\(from.shortText)–\(to.shortText)"
    }

    /// The change in a few words, for example `▼ 9.6 pts`, with its interval if it has one; for what held, the smallest
    /// change that would have been seen.
    var short: String {
        guard hasDifference, !isOfRule else { return kind == .tooFew ? "too few to compare" : "" }
        let unit = isCount ? "%" : " pts"
        guard isClear else {
            let size = row["detectable"] == nil ? nil : row.marked("detectable") { PageFormat.limit($0) + unit }
            return stating(size.map { "no change over ±\($0) would be missed" } ?? "no clear change")
        }
        let size = row.marked("difference") { "\($0 < 0 ? "▼" : "▲") \(PageFormat.size($0))\(unit)" }
        return stating(size + (bounds.map { " (\($0))" } ?? ""))
    }

    /// What the opt-in rate did since a mark of the team, against as many days before it, as a sentence.
    var sinceMark: String {
        let mark = "\(PageFormat.name(name, atMost: 80)), \(row.day("from_day")?.text ?? "")"
        guard let difference else { return "\(mark): \(withoutDifference)." }
        let outcome = isClear ? "a clear \(difference.value < 0 ? "fall" : "rise")" : "not clear yet"
        let size = "\(difference.text(PageFormat.signed)) points, \(difference.bounds)"
        return stating("\(mark): \(row.percent("value")) since, \(levelBefore) before (\(size)): \(outcome).")
    }

    /// Why the days since a mark are not compared with those before it.
    private var withoutDifference: String {
        switch kind {
        case nil: "withheld, because too few people were asked before or since"
        case .nothingBefore:
            "nothing to compare with, because "
                + (row["base_before"] == nil
                    ? "the app's events do not reach back as many days before it as have passed since"
                    : "no one was asked in as many days before it as have passed since")
        default: "too few people yet, because 300 are needed before and since"
        }
    }
}

/// A dimension by which people are told apart, as sentences and tables call it.
enum Dimension {
    /// Returns its name in a sentence, such as `OS version` of `os_version`.
    static func words(of dimension: String) -> String {
        let words = dimension.replacing(["_": " "])
        return words.hasPrefix("os") ? "OS" + words.dropFirst(2) : words
    }

    /// Returns its name at the head of a table, such as `App version`.
    static func label(of dimension: String) -> String {
        let words = words(of: dimension)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Returns one of its values for display, such as `iOS 17`, `app version 5.16.0` or `no variant`.
    static func label(of name: String, in dimension: String) -> String {
        let isSystem = ["platform", "os", "os_version"].contains(dimension)
        if name.isEmpty { return "no \(isSystem ? "OS version" : words(of: dimension))" }
        return isSystem ? PageFormat.name(name) : "\(words(of: dimension)) \(PageFormat.name(name, atMost: 40))"
    }
}
