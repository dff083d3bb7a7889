import Pages

extension Fixtures {
    static let measures = [
        ("clocks_corrected", "15309"), ("decided_late", "208"),
        ("latency_over_24h_rate", "0.006826"), ("latency_p50_seconds", "1.080000"), ("latency_p95_seconds", "8.951000"),
        ("orphan_decisions", "0"), ("reassigned", "0"), ("shared_installations", "304"), ("status_jumps", "0"),
        ("unsent_opens", "85"),
    ]

    /// Returns every table of an app. Daily tables cover `days`; if it is empty, 30 April 2026 is the last day.
    static func everything(_ versions: [Version], trend: [Row], days: [Day], app: String) -> [String: [Row]] {
        let last = days.last ?? Day("2026-04-30")!
        let whole = [8_476, 851, 7, 8_217, 2_445, 0]
        return [
            "opt_in_by_os": optIn(versions, app: app), "opt_in_trend": trend, "key_numbers": keyNumbers(app: app),
            "opt_in_changes": changes(versions, app: app),
            "verdicts": verdicts(changes(versions, app: app), app: app)
                + [sinceMark("New pre-prompt", "2026-04-23", "too_few", app: app)],
            "opt_in_by": groups(versions, app: app)
                + appVersions(["", "5.9.0", "5.10.0", "5.10.1-beta"], app: app),
            "decision_curve": curve(app: app),
            "provisional_by_os": provisional(
                [
                    ("version", "iOS", "17.4", [82, 61, 71, 94, 132, 38, 391]),
                    ("version", "iOS", "17.3", [2, 1, 0, 0, 3, 1, 12]),
                    ("major", "iOS", "17", [84, 62, 71, 94, 135, 39, 403]),
                    ("app", nil, nil, [84, 62, 71, 94, 135, 39, 403]),
                ], app: app),
            "win_back_by_os": winBack(
                [
                    ("version", "iOS", "17.4", [1013, 429, 216]), ("version", "iOS", "16.7", [12, 5, 3]),
                    ("major", "iOS", "17", [1013, 429, 216]), ("major", "iOS", "16", [12, 5, 3]),
                    ("app", nil, nil, [1025, 434, 219]),
                ], app: app),
            "opens_page": [
                opens("app", nil, nil, [29_870, 1_034, 2_357], app: app),
                opens("version", "iOS", "17.4", [29_868, 1_034, 2_356], app: app),
                opens("major", "iOS", "17", [29_868, 1_034, 2_356], app: app),
                opens("version", nil, nil, [2, 0, 1], app: app),
            ]
                + days.enumerated().map { index, day in
                    opens(
                        "day", nil, nil, [2_987, 100 + index * 7 % 19, 230 + index * 11 % 31], app: app, day: day,
                        isOpen: index >= days.count - 28)
                }, "opens_by_hour": hours(app: app),
            "notification_states": states(
                [
                    ("", [12, 0, 3_900]), ("background", [603, 41, 1_214]), ("foreground", [140, 22, 302]),
                    ("not_running", [391, 18, 558]),
                ], app: app),
            "opens_by_campaign": campaigns(["", "spring_sale", "weekly_digest"], app: app),
            "turn_offs_by_campaign": turnOffs(["", "spring_sale", "weekly_digest"], app: app),
            "turn_offs_by_frequency": frequencies(app: app),
            "open_curve": openCurve(["spring_sale", "weekly_digest"], app: app),
            "campaign_page": campaignPage(["spring_sale", "weekly_digest"], days, app: app),
            "reach_page": days.enumerated().map { index, day in
                reach(
                    "day", nil, nil, whole.map { $0 * (index + 20) / (days.count + 20) }, app: app, day: day,
                    moved: 40 + index * 17 % 23)
            } + [
                reach("version", "iOS", "17.4", whole, app: app, day: last),
                reach("version", "iOS", "16.7", [9, 0, 0, 8, 2, 0], app: app, day: last),
            ],
            "activity_daily": activity(days, app: app), "data_quality": quality(measures, app: app),
            "marks": marks(
                [
                    ("2026-04-23", "team", "New pre-prompt"), ("2026-04-24", "app_version", "5.10.1-beta"),
                    ("2026-04-24", "os_version", "iOS 17.4"),
                ], app: app),
            "targets": targets([("grant_rate", "0.580000"), ("reach_rate_28d", "0.450000")], app: app),
        ]
    }

    /// Returns the tables that aren't broken down by app.
    static func common(_ days: [Day]) -> [String: [Row]] {
        [
            "deliveries_daily": deliveries(days),
            "rejects": rejects([("invalid_field", 324), ("missing_field", 393), ("too_large", 88)]),
            "reject_examples": rejectExamples([
                ("invalid_field", "os.version must be one to three numbers with dots between them"),
                ("missing_field", "installation_id is missing or null"),
            ]),
        ]
    }

    /// An app with three versions and ten days, and a primer that is an arm of an experiment.
    static let small: Site = {
        let days = Fixtures.days(10, from: "2026-04-21")
        let app = "com.example.reader"
        return site(
            joined([
                everything(
                    [
                        Version("iOS", "17.4", 1375, 801, 167, open: 28), Version("iOS", "17.3", 12, 8, 3),
                        Version("iOS", "16.7", 431, 390, 71),
                    ],
                    trend: trend(10, from: "2026-04-21", base: 40, app: app, open: 3)
                        + trend(10, from: "2026-04-21", base: 28, app: app, level: 0.58, open: 3, of: ("iOS", "17"))
                        + trend(10, from: "2026-04-21", base: 12, app: app, level: 0.48, open: 3, of: ("iOS", "16")),
                    days: days, app: app),
                primer(half: 0.03, app: app).mapValues { $0.filter { !$0.has("base") || $0["base"] == "assigned" } },
                common(days),
            ]))
    }()

    static let versions = [
        Version("iOS", "26.2", 11, 8, 2, open: 17), Version("iOS", "26.1", 3418, 1774, 417, open: 286),
        Version("iOS", "26.0", 2480, 1340, 301, open: 41), Version("iOS", "18.7", 2117, 1259, 268, open: 66),
        Version("iOS", "18.6", 1382, 857, 173, open: 9), Version("iOS", "18.5", 803, 539, 105, open: 2),
        Version("iOS", "18.4", 398, 262, 54), Version("iOS", "17.7", 526, 407, 81, open: 3),
        Version("iOS", "17.6", 149, 131, 23), Version("iOS", "17.4", 61, 52, 12), Version("iOS", "16.7", 108, 104, 18),
        Version("iPadOS", "26.1", 489, 401, 77, open: 12), Version("iPadOS", "18.7", 231, 207, 40),
        Version("iPadOS", "17.7", 18, 17, 3),
    ]

    /// Returns the trends of the whole app and of its majors, with a gap. Too few people are prompted on iOS 16 for a
    /// rate.
    static func trends(_ app: String) -> [Row] {
        let majors = [("iOS", "26", 110), ("iOS", "18", 80), ("iOS", "17", 14), ("iOS", "16", 3), ("iPadOS", "26", 9)]
        return trend(89, from: "2026-02-01", base: 218, app: app, gap: 41..<46)
            + majors.flatMap { os, version, base in
                trend(
                    89, from: "2026-02-01", base: base, app: app, level: 0.5 + Double(base) / 1_000, gap: 41..<46,
                    of: (os, version))
            }
    }

    /// Returns a typical app: about 20,000 people, fourteen OS versions, and 89 days with a gap.
    static func realisticApp(_ app: String) -> [String: [Row]] {
        var tables = everything(versions, trend: trends(app), days: days(89, from: "2026-02-01"), app: app)
        tables["marks"]! += marks([("2026-04-10", "team", "New primer")], app: app)
        tables["verdicts"]!.append(sinceMark("New primer", "2026-04-10", "fell", app: app))
        return tables
    }

    static let realistic = site(
        joined([realisticApp("com.example.reader"), common(days(89, from: "2026-02-01"))]), head: headOfSeveralRanges)

    /// Names that try to break out of the markup, the text direction or the layout.
    static let hostileNames = [
        "<script>alert(1)</script>", "\"\u{200D} onmouseover=alert(2) x=\"", "=cmd|' /C calc'!A0",
        "\u{202E}txt.exe\u{202D}", String(repeating: "W", count: 64), String(repeating: "\u{FDFD}", count: 64),
        "a" + String(repeating: "\u{0301}\u{0327}", count: 200), "{{title}}{{{title}}}", "]]>\u{0}\u{1}\u{FFFF}",
        String(repeating: "👨‍👩‍👧‍👦", count: 30), "مرحبا بالعالم",
    ]

    static let hostile: Site = {
        let apps = [String(repeating: "W", count: 155), "</title><script>alert(3)</script>"].map { app in
            let versions = hostileNames.enumerated().map { index, name in
                Version(name, "17.\(index)", 999_999_999, 888_888_888, 1, open: 7)
            }
            let last = Day("2026-04-30")!
            let majors = hostileNames.flatMap { name in
                trend(30, from: "2026-04-01", base: 90, app: app, of: (name, "17"))
            }
            var tables = everything(
                versions, trend: trend(30, from: "2026-04-01", base: 90, app: app) + majors,
                days: days(30, from: "2026-04-01"), app: app)
            tables["opt_in_by"] = groups(versions, app: app) + appVersions(hostileNames, app: app)
            tables["marks"] = marks(hostileNames.map { ("2026-04-12", "team", $0) }, app: app)
            tables["verdicts"]! += hostileNames.map { sinceMark($0, "2026-04-12", "held", app: app) }
            tables["opens_by_campaign"] = campaigns(hostileNames, app: app)
            tables["turn_offs_by_campaign"] = turnOffs(hostileNames, app: app)
            tables["campaign_page"] = campaignPage(hostileNames, days(30, from: "2026-04-01"), app: app)
            tables["provisional_by_os"]! += provisional(
                hostileNames.map { ("version", $0, "17.4", [9_999_999, 8_888_888, 1, 1, 1, 1, 1]) }, app: app)
            tables["win_back_by_os"]! += winBack(
                hostileNames.map { ("version", $0, "17.4", [9_999_999, 8, 7]) }, app: app)
            tables["opens_page"]! += hostileNames.map {
                opens("version", $0, "1.0", [99_999_999, 88_888, 7], app: app)
            }
            tables["reach_page"]! += hostileNames.map {
                reach("version", $0, "1.0", [99_999_999, 88_888, 7, 1, 1, 1], app: app, day: last)
            }
            return tables
        }
        var head = headOfSeveralRanges
        head.timeZone = "Etc/<b>\u{202E}"
        head.horizon = "2026\"><img src=x onerror=alert(4)>"
        let common = [
            "rejects": rejects(hostileNames.map { ($0, 7) }),
            "reject_examples": rejectExamples(hostileNames.map { ($0, $0) }),
        ]
        return site(joined(apps + [common]), head: head)
    }()

    /// Ten thousand versions of a hundred majors.
    static let manyVersions: Site = {
        let versions = (0..<10_000).map { Version("iOS", "\($0 / 100).\($0 % 100)", 40 + $0 % 97, 30, 5, open: 1) }
        let app = "com.example.reader"
        return site([
            "opt_in_by_os": optIn(versions, app: app), "opt_in_by": groups(versions, app: app),
            "opt_in_trend": trend(89, from: "2026-02-01", base: 900, app: app),
        ])
    }()

    static func optInOnly(_ versions: [Version], app: String = "com.example.reader") -> [String: [Row]] {
        ["opt_in_by_os": optIn(versions, app: app), "opt_in_by": groups(versions, app: app)]
    }

    static let severalApps = site(
        joined([
            realisticApp("com.example.reader"), ["data_quality": quality(measures, app: "com.example.notes")],
            optInOnly([Version("iOS", "17.4", 20, 15, 3)], app: "com.example.mail"),
        ]), head: headOfSeveralRanges)

    static let withheld: Site = {
        let app = "com.example.reader"
        var tables = realisticApp(app)
        tables["opt_in_by_os"] = optIn(versions, app: app, minimumCell: 140)
        tables["opt_in_by"] = groups(versions, app: app, minimumCell: 140)
        tables["provisional_by_os"] = provisional(
            [
                ("version", "iOS", "17.4", nil), ("version", "iOS", "17.3", nil), ("major", "iOS", "17", nil),
                ("app", nil, nil, nil),
            ],
            app: app)
        tables["win_back_by_os"] = winBack([("version", "iOS", "17.4", nil), ("app", nil, nil, nil)], app: app)
        tables["opens_page"] = [
            opens("app", nil, nil, nil, app: app), opens("day", nil, nil, nil, app: app, day: Day("2026-04-03")),
            opens("version", "iOS", "17.4", nil, app: app),
        ]
        tables["reach_page"] = [
            reach("day", nil, nil, nil, app: app, day: Day("2026-04-03")!),
            reach("version", "iOS", "17.4", nil, app: app, day: Day("2026-04-03")!),
        ]
        var head = Fixtures.head
        head.minimumCell = 10
        return site(tables, head: head)
    }()

    /// Every site with its name.
    static let all: [(name: String, site: Site)] = [
        ("small", small), ("realistic", realistic), ("hostile", hostile), ("many-versions", manyVersions),
        ("several-apps", severalApps), ("empty", site([:])),
        ("no-one", site(["data_quality": quality(measures, app: "com.example.reader")])),
        ("one-row", site(optInOnly([Version("iOS", "17.4", 20, 15, 3)]))),
        ("too-few", site(optInOnly([Version("iOS", "17.4", 16, 10, 3)]))),
        ("all-open", site(optInOnly([Version("iOS", "17.4", 0, 0, 0, open: 12)]))), ("withheld", withheld),
    ]

    /// The pages of all these sites by the site's name, rendered once.
    static let rendered = Dictionary(
        uniqueKeysWithValues: all.map { name, site in
            (name, site.pages.map { (page: $0, html: (try? $0.render()) ?? "") })
        })

    static func named(_ name: String) -> Site { all.first { $0.name == name }!.site }
}
