import Pages

extension Fixtures {
    /// Returns turn-offs by campaign; the first one has too few sends alone for a rate.
    static func turnOffs(_ names: [String], app: String) -> [Row] {
        names.enumerated().map { index, name in
            let sent = 12 + index * 2_400
            let rate: [String?] = index == 0 ? [nil, nil, nil] : ["8.333333", "4.524132", "15.300912"]
            return Row(
                [("app_id", app), ("campaign", name.isEmpty ? nil : name)]
                    + counts([("sent", sent), ("alone", sent / 2), ("turn_offs_alone", sent / 240)])
                    + [
                        ("turn_offs", "\(sent / 200).333333"), ("turn_offs_per_1000", rate[0]),
                        ("turn_offs_per_1000_low", rate[1]), ("turn_offs_per_1000_high", rate[2]),
                        ("last_sent", "2026-04-2\(index % 10)"), ("is_open", index == 1 ? "t" : "f"),
                    ])
        }
    }

    /// Returns turn-offs by the number of sends in 28 days.
    static func frequencies(app: String) -> [Row] {
        ["0", "1-2", "3-4", "5-8", "9-16", "17-32", "33+"].enumerated().map { index, name in
            let people = index == 6 ? 12 : 4_000 / (index + 1)
            return Row(
                [("app_id", app), ("sends", name)]
                    + counts([
                        ("people", people), ("turned_off", people * (index + 2) / 100),
                        ("openers", people * index / 20),
                    ]) + rate("turned_off_rate", people * (index + 2) / 100, of: people)
                    + rate("opener_rate", people * index / 20, of: people))
        }
    }

    /// Returns how fast the sends of an app and of these campaigns are opened.
    static func openCurve(_ names: [String], app: String) -> [Row] {
        ([("all", "")] + names.map { ("campaign", $0) }).flatMap { dimension, name in
            [60, 3_600, 86_400, 604_800, 2_419_200].enumerated().map { index, seconds in
                Row(
                    [("app_id", app), ("dimension", dimension), ("name", name)]
                        + counts([("seconds", seconds), ("sent", 2_400 - index * 90), ("opened", 10 + index * 24)])
                        + rate("opened_rate", 10 + index * 24, of: 2_400 - index * 90))
            }
        }
    }

    /// Returns the days and OS versions of campaigns.
    static func campaignPage(_ names: [String], _ days: [Day], app: String) -> [Row] {
        names.flatMap { name in
            days.enumerated().map { index, day in
                campaignRow("day", name, day: day, sent: 300 + index * 7, isOpen: index == days.count - 1, app: app)
            } + [
                campaignRow("major", name, os: ("iOS", "17"), sent: 2_400, app: app),
                campaignRow("version", name, os: ("iOS", "17.4"), sent: 2_100, app: app),
                campaignRow("version", name, os: ("iOS", "17.3"), sent: 300, app: app),
            ]
        }
    }

    static func campaignRow(
        _ level: String, _ name: String, day: Day? = nil, os: (name: String, version: String)? = nil, sent: Int,
        isOpen: Bool = false, app: String
    ) -> Row {
        Row(
            [
                ("level", level), ("app_id", app), ("campaign", name), ("day", day?.description),
                ("os_name", os?.name), ("os_version", os?.version), ("is_open", isOpen ? "t" : "f"),
            ] + counts([("sent", sent), ("sent_24h", sent), ("opened_24h", sent / 21)])
                + rate("open_rate_24h", sent / 21, of: sent))
    }
}
