import EventLog
import Pages

/// More tables of a typical app.
extension Fixtures {
    static func keyNumbers(app: String) -> [Row] {
        let measures = [
            ("direct_open_rate", 1_034, 29_870), ("first_open_24h", 4_102, 11_873), ("grant_rate", 12_191, 21_123),
            ("influenced_open_rate", 2_357, 29_870), ("keep_rate", 618, 902), ("open_rate_24h", 842, 29_870),
            ("prompted", 21_559, 0), ("reach_rate_28d", 8_202, 16_557),
        ]
        return measures.map { measure, part, base in
            Row(
                [
                    ("app_id", app), ("measure", measure), ("part", String(part)), ("base", String(base)),
                    ("first_day", "2025-11-04"),
                ] + rate("rate", part, of: base))
        }
    }

    /// Returns a row of `verdicts`. `cells`: those that differ from a verdict of a whole app that held, or was not compared.
    static func verdict(
        _ metric: String, _ kind: String?, _ dimension: String = "all", _ name: String = "",
        _ cells: KeyValuePairs<String, String?> = [:], app: String? = "com.example.reader"
    ) -> Row {
        let columns =
            SQLFiles.catalogue.columnNames(of: "verdicts") + [
                "is_alert", "days", "people", "rates", "lows", "highs",
            ]
        var row: [String: String?] = [
            "app_id": app, "metric": metric, "dimension": dimension, "name": name, "kind": kind,
            "from_day": "2026-02-01", "from_day_before": "2025-11-04",
        ]
        if let kind, ["fell", "rose", "held"].contains(kind) {
            let numbers = [
                "value": "0.506", "before": "0.602", "base": "683",
                "base_before": "702", "difference": "-0.096",
                "difference_low": "-0.138", "difference_high": "-0.046", "p": "0.0001", "p_adjusted": "0.0002",
                "detectable": "0.041", "gravity": "2.3",
            ]
            row.merge(numbers.mapValues { String?($0) }) { $1 }
        }
        for (column, cell) in cells { row[column] = cell }
        let number = { (column: String) in (row[column] ?? nil).flatMap { Double($0) } }
        if metric != "asked", let value = number("value"), let base = number("base"), base > 0 {
            let bounds = rate("value", Int((value * base).rounded()), of: Int(base))
            (row["value_low"], row["value_high"]) = (bounds[1].1, bounds[2].1)
        }
        return Row(columns.map { ($0, row[$0] ?? nil) })
    }

    /// Returns the verdicts of a typical app whose opt-in rate, and that of its parts, is compared in `changes`.
    static func verdicts(_ changes: [Row], app: String) -> [Row] {
        let optIn = changes.map { row in
            let isSure = (row.double("p_adjusted") ?? 1) < 0.001
            let isRise = (row.double("difference") ?? 0) > 0
            let kind = row["difference"] == nil ? "too_few" : !isSure ? "held" : isRise ? "rose" : "fell"
            let isWhole = row["dimension"] == "all"
            let own = ["difference", "difference_low", "difference_high", "p", "p_adjusted", "detectable"]
            return verdict(
                "opt_in", kind, row.text("dimension"), row.text("name"),
                [
                    "value": row["grant_rate"],
                    "before": row["grant_rate_before"], "base": row["settled"],
                    "base_before": row["settled_before"], own[0]: row[own[0]], own[1]: row[own[1]], own[2]: row[own[2]],
                    own[3]: row[own[3]], own[4]: row[own[4]], own[5]: row[own[5]], "gravity": isSure ? "1.7" : "0.4",
                    "mix": isWhole ? "0.0213" : nil, "answers": isWhole ? "0.003848" : nil,
                    "explained_by": isWhole || !isSure ? nil : "all",
                ], app: app)
        }
        return optIn + [
            verdict(
                "asked", "held", "all", "",
                [
                    "value": "21559", "before": "20711", "base": nil, "base_before": nil, "difference": "0.040944",
                    "difference_low": "0.021", "difference_high": "0.061", "detectable": "0.25", "gravity": "0.1",
                ], app: app),
            verdict(
                "opens", "held", "all", "",
                [
                    "value": "0.028189", "before": "0.034", "base": "29870", "base_before": "31002",
                    "difference": "-0.005811", "difference_low": "-0.0148", "difference_high": "0.0032",
                    "detectable": "0.022", "mix": "-0.002", "answers": "-0.003811",
                ], app: app),
            verdict(
                "reach", "nothing_before", "all", "", ["value": "0.495380", "base": "16557", "base_before": "0"],
                app: app),
            verdict(
                "provisional", "too_few", "all", "", ["value": "0.685144", "base": "902", "base_before": "28"], app: app
            ),
        ]
    }

    /// Returns the rows of `opt_in_changes`: the same people were asked before, and a tenth of those who allow now
    /// denied.
    static func changes(_ versions: [Version], app: String) -> [Row] {
        let none = Answers(granted: 0, denied: 0, undecided: 0)
        let whole = versions.map(\.answers).reduce(none, +)
        let majors = Dictionary(grouping: versions) { "\($0.os) \($0.major)" }
        let cells =
            [("all", "", whole)]
            + majors.sorted { $0.key < $1.key }.map { ("os", $0.key, $0.value.map(\.answers).reduce(none, +)) }
            + versions.map { ("os_version", "\($0.os) \($0.version)", $0.answers) }
            + [("placement", "onboarding", whole.share(of: 2)), ("placement", "settings", whole.share(of: 2))]
        return cells.map { change($0, $1, $2, of: whole, app: app) }
    }

    private static func change(
        _ dimension: String, _ name: String, _ now: Answers, of whole: Answers, app: String
    ) -> Row {
        let fewer = now.granted - now.granted / 10
        let before = Answers(granted: fewer, denied: now.denied + now.granted / 10, undecided: now.undecided)
        let asked = now.settled + now.open
        let share = String(Double(asked) / Double(whole.settled + whole.open))
        let keys: [(String, String?)] = [
            ("app_id", app), ("dimension", dimension), ("name", name), ("prompted", String(asked)),
            ("prompted_before", String(before.settled)), ("share", share), ("share_before", share),
            ("granted", String(now.granted)), ("settled", String(now.settled)),
            ("granted_before", String(before.granted)), ("settled_before", String(before.settled)),
            ("detectable", "0.034"),
        ]
        return Row(
            keys + rate("grant_rate", now.granted, of: now.settled)
                + [rate("grant_rate_before", before.granted, of: before.settled)[0]] + comparison(now, with: before))
    }

    /// Returns rows of `opt_in_by` by platform, OS and OS version.
    static func groups(_ versions: [Version], app: String, minimumCell: Int = 0) -> [Row] {
        let dimensions: [(String, (Version) -> String)] = [
            ("platform", { $0.os }), ("os", { "\($0.os) \($0.major)" }), ("os_version", { "\($0.os) \($0.version)" }),
        ]
        return dimensions.flatMap { dimension, name in
            Dictionary(grouping: versions, by: name).sorted { $0.key < $1.key }.map { name, versions in
                let answers = versions.map(\.answers).reduce(Answers(granted: 0, denied: 0, undecided: 0), +)
                let keys: [(String, String?)] = [("app_id", app), ("dimension", dimension), ("name", name)]
                let isShown = answers.settled + answers.open >= minimumCell
                return withheld(keys + answers.cells, keeping: isShown ? keys.count + answers.cells.count : keys.count)
            }
        }
    }

    /// Returns rows of `opt_in_by` by app version.
    static func appVersions(_ names: [String], app: String) -> [Row] {
        names.enumerated().map { index, name in
            Row(
                [("app_id", app), ("dimension", "app_version"), ("name", name)]
                    + Answers(granted: 13 + index * 211, denied: 9 + index * 160, undecided: 4, open: index).cells)
        }
    }

    static func curve(app: String) -> [Row] {
        let decided = [54, 184, 540, 775, 914, 924, 926, 926, 955, 961]
        return zip([1, 2, 5, 10, 30, 60, 300, 3600, 86_400, 604_800], decided).map { seconds, decided in
            let granted = decided * 4 / 7
            return Row(
                counts([
                    ("seconds", seconds), ("prompted", 1000), ("decided", decided), ("granted", granted),
                    ("denied", decided - granted),
                ]) + [("app_id", app)] + rate("decided_rate", decided, of: 1000)
                    + rate("granted_rate", granted, of: 1000)
                    + rate("denied_rate", decided - granted, of: 1000))
        }
    }

    static let outcomes = [
        "kept_prominent", "kept_quiet", "kept_unspecified", "upgraded", "turned_off", "refused", "pending",
    ]

    /// Returns provisional trials of whole apps, majors or versions. Counts are in the order of `outcomes`; nil gives a
    /// withheld row.
    static func provisional(_ rows: [(level: String, os: String?, version: String?, [Int]?)], app: String) -> [Row] {
        rows.map { level, os, version, numbers in
            let shown = numbers ?? [0, 0, 0, 0, 0, 0, 0]
            let started = shown.reduce(0, +)
            let shares =
                rate("turned_off_rate", shown[4], of: started) + rate("pending_rate", shown[6], of: started)
            let cells =
                [("app_id", app), ("os_name", os), ("os_version", version), ("level", level)]
                + counts(Array(zip(outcomes, shown)) + [("started", started)])
                + rate("keep_rate", shown[..<4].reduce(0, +), of: started - shown[6]) + shares
            return withheld(cells, keeping: numbers == nil ? 4 : cells.count)
        }
    }

    static func winBack(_ rows: [(level: String, os: String?, version: String?, [Int]?)], app: String) -> [Row] {
        rows.map { level, os, version, numbers in
            let shown = numbers ?? [0, 0, 0]
            let cells =
                [("app_id", app), ("os_name", os), ("os_version", version), ("level", level)]
                + counts(Array(zip(["asked", "went", "returned"], shown)))
                + rate("return_rate", shown[2], of: shown[0])
            return withheld(cells, keeping: numbers == nil ? 4 : cells.count)
        }
    }

    /// Returns a row with the numbers of sends, direct opens and influenced opens.
    static func opens(
        _ level: String, _ os: String?, _ version: String?, _ numbers: [Int]?, app: String, day: Day? = nil,
        isOpen: Bool = false
    ) -> Row {
        let shown = numbers ?? [0, 0, 0]
        let cells =
            [
                ("app_id", app), ("level", level), ("day", day?.description), ("os_name", os), ("os_version", version),
                ("is_open", isOpen ? "t" : "f"),
            ]
            + counts([
                ("sent", shown[0]), ("received", shown[0] / 5), ("direct_opens", shown[1]),
                ("influenced_opens", shown[2]), ("sent_24h", shown[0]), ("opened_24h", shown[1] * 4 / 5),
            ]) + rate("open_rate_24h", shown[1] * 4 / 5, of: shown[0])
            + rate("direct_open_rate", shown[1], of: shown[0])
            + rate("influenced_open_rate", shown[2], of: shown[0])
        return withheld(cells, keeping: numbers == nil ? 6 : cells.count)
    }

    static func campaigns(_ names: [String], app: String) -> [Row] {
        names.enumerated().map { index, name in
            let sent = 12 + index * 2_400
            return Row(
                [("app_id", app), ("campaign", name.isEmpty ? nil : name)]
                    + counts([
                        ("sent", sent), ("received", sent / 5), ("direct_opens", sent / 19),
                        ("influenced_opens", sent / 14), ("sent_24h", sent), ("opened_24h", sent / 24),
                    ]) + rate("open_rate_24h", sent / 24, of: sent) + rate("direct_open_rate", sent / 19, of: sent)
                    + rate("influenced_open_rate", sent / 14, of: sent))
        }
    }

    /// Returns sends and direct opens by weekday and hour: few at night, none in the first hours of Sunday.
    static func hours(app: String) -> [Row] {
        (1...7).flatMap { weekday in
            (0..<24).compactMap { hour -> Row? in
                guard weekday < 7 || hour > 5 else { return nil }
                let sent = hour < 6 ? 12 : 4_000
                return Row(
                    counts([
                        ("weekday", weekday), ("hour", hour), ("sent", sent), ("direct_opens", sent * (hour + 9) / 900),
                    ]) + [("app_id", app)] + rate("direct_open_rate", sent * (hour + 9) / 900, of: sent))
            }
        }
    }

    /// Returns opens and receipts by state of the app: remote opens, local opens, receipts.
    static func states(_ rows: [(state: String, numbers: [Int])], app: String) -> [Row] {
        let kinds = ["remote", "local", "received"]
        let totals = kinds.indices.map { kind in rows.reduce(0) { $0 + $1.numbers[kind] } }
        return rows.map { state, numbers in
            Row(
                [("app_id", app), ("app_state", state)] + counts(Array(zip(kinds, numbers)))
                    + kinds.indices.flatMap { rate("\(kinds[$0])_share", numbers[$0], of: totals[$0]) })
        }
    }

    static let statuses = ["authorized", "provisional", "ephemeral", "denied", "not_determined", "unknown"]
    static let levels = ["level_prominent", "level_scheduled", "level_quiet", "level_badge", "level_unknown"]

    /// Returns a row of installations by status; `moved` have become reachable, a third as many unreachable. Without
    /// `levels` no settings are known.
    static func reach(
        _ level: String, _ os: String?, _ version: String?, _ numbers: [Int]?, app: String, day: Day, moved: Int = 0,
        gone: Int = 0, levels: [Int]? = nil
    ) -> Row {
        let shown = numbers ?? [0, 0, 0, 0, 0, 0]
        let reachable = shown[..<3].reduce(0, +)
        let base = shown[..<5].reduce(0, +)
        let told = levels ?? [0, 0, shown[1], 0, reachable - shown[1]]
        let cells =
            [
                ("app_id", app), ("level", level), ("day", day.description), ("os_name", os), ("os_version", version),
            ]
            + counts(Array(zip(statuses, shown)))
            + counts([
                ("installations", shown.reduce(0, +) + gone), ("gone", gone), ("reachable", reachable),
                ("gained", moved), ("lost", moved / 3),
                ("reach_base", base),
            ]) + counts(Array(zip(Self.levels, told)))
            + rate("reach_rate", reachable, of: base) + rate("at_once_rate", told[0], of: base)
        return withheld(cells, keeping: numbers == nil ? 5 : cells.count)
    }

    static func activity(_ days: [Day], app: String) -> [Row] {
        days.enumerated().map { index, day in
            let active = 900 + index * 7
            return Row(
                [("app_id", app), ("day", day.description)]
                    + counts([("active_28d", active), ("reachable_28d", active * 47 / 100)])
                    + rate("reach_rate_28d", active * 47 / 100, of: active))
        }
    }

    static func quality(_ measures: [(String, String)], app: String) -> [Row] {
        measures.map { measure, value in
            let isLate = measure == "latency_over_24h_rate"
            let share: [(String, String?)] =
                switch measure {
                case "unsent_opens": rate("share", 2_700 - (Int(value) ?? 0), of: 2_700)
                case "orphan_decisions", "status_jumps", "clocks_corrected":
                    rate("share", Int(value) ?? 0, of: 27_104)
                default: [("share", nil), ("share_low", nil), ("share_high", nil)]
                }
            return Row(
                [
                    ("app_id", app), ("measure", measure), ("value", value),
                    ("value_low", isLate ? "0.005911" : nil), ("value_high", isLate ? "0.007882" : nil),
                    ("value_base", isLate ? "27104" : nil),
                ] + share)
        }
    }

    static func deliveries(_ days: [Day]) -> [Row] {
        days.enumerated().map { index, day in
            Row(
                [("day", day.description)]
                    + counts([
                        ("accepted", 2_000 + index * 31 % 400), ("duplicate", 60 + index % 7),
                        ("rejected", index % 11 * 3),
                    ]))
        }
    }

    static func rejectExamples(_ examples: [(String, String)]) -> [Row] {
        examples.map { Row([("reason", $0.0), ("example", $0.1)]) }
    }

    static func rejects(_ reasons: [(String, Int)]) -> [Row] {
        reasons.map { Row([("reason", $0.0), ("count", String($0.1))]) }
    }

    /// Returns marks, each with its day, kind and name, all of which trends show.
    static func marks(_ marks: [(day: String, kind: String, name: String)], app: String) -> [Row] {
        marks.map { day, kind, name in
            Row([("app_id", app), ("day", day), ("kind", kind), ("name", name), ("is_new", "true")])
        }
    }

    /// Returns the verdict on the days since a mark of the team.
    static func sinceMark(
        _ name: String, _ day: String, _ kind: String?, _ cells: KeyValuePairs<String, String?> = [:], app: String
    ) -> Row {
        let row = verdict("since_mark", kind, "mark", name, cells, app: app)
        return Row(row.all.map { ($0.column, $0.column == "from_day" ? day : $0.cell) })
    }

    static func targets(_ targets: [(measure: String, value: String)], app: String) -> [Row] {
        targets.map { Row([("app_id", app), ("measure", $0), ("target", $1)]) }
    }
}
