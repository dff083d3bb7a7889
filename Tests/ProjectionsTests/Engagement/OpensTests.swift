import TestSupport
import Testing

extension History {
    /// Ingests and projects the lines one by one in the given order, then returns rows of `opens_daily`.
    fileprivate static func opens(_ columns: String, _ lines: [String]) async throws -> [[String?]] {
        try await run { history in
            for line in lines {
                try await history.ingest([line])
                try await history.project()
            }
            return try await history.log.rows("SELECT \(columns) FROM analytics.opens_daily AS t")
        }
    }
}

/// The open window and the influence window, in seconds.
private let openWindow = 28 * day
private let influenceWindow = 43_200.0

@Suite struct OpensTests {
    @Test(arguments: [
        (-60.000001, "0"), (-60, "1"), (0, "1"), (openWindow - 0.000001, "1"), (openWindow, "0"),
    ])
    func anOpenIsDirectFrom60SecondsBeforeTheSendToTheEndOfTheWindow(after: Double, direct: String) async throws {
        let lines = [sent("n", 1, at: 0), opened("n", 2, at: after)]
        for lines in [lines, lines.reversed()] {
            let rows = try await History.opens("sent, direct_opens", lines)
            #expect(rows.first { $0[0] == "1" } == ["1", direct])
        }
    }

    @Test(arguments: [
        (-0.000001, "0"), (0, "1"), (influenceWindow - 0.000001, "1"), (influenceWindow, "0"),
    ])
    func anAppOpenWithinTheInfluenceWindowIsInfluenced(after: Double, influenced: String) async throws {
        let lines = [sent("n", 1, at: 0), appOpened(2, at: after)]
        for lines in [lines, lines.reversed()] {
            let rows = try await History.opens("sent, influenced_opens", lines)
            #expect(rows.first { $0[0] == "1" } == ["1", influenced])
        }
    }

    @Test(arguments: [
        (70.000001, "0"), (70, "1"), (130, "1"), (129.999999, "0"), (100, "0"),
    ])
    func anAppOpenNearAnyOpenBelongsToNone(openAt: Double, influenced: String) async throws {
        // The app is opened at 100 s. Opens with trigger `local` count as near ones too.
        let lines = [sent("n", 1, at: 0), appOpened(2, at: 100), opened(nil, 3, at: openAt, trigger: "local")]
        for lines in [lines, lines.reversed(), [lines[1], lines[2], lines[0]]] {
            #expect(
                try await History.opens("influenced_opens, direct_opens", lines) == [[influenced, "0"], ["0", "0"]])
        }
    }

    @Test func anAppOpenBelongsToTheLatestSendAtOrBeforeIt() async throws {
        // The app open belongs to n-3 although that was opened directly. Neither n-1 nor n-2, which were sent at the
        // same time, gets it.
        let lines = [
            sent("n-1", 8, at: 0, campaign: "first"), sent("n-2", 9, at: 0, campaign: "second"),
            appOpened(3, at: 60), sent("n-3", 1, at: 60, campaign: "third"), opened("n-3", 4, at: 200),
        ]
        for lines in [lines, lines.reversed(), lines.shuffled()] {
            #expect(try await History.opens("sent, influenced_opens, direct_opens", lines).first == ["3", "0", "1"])
        }
        // Without n-3 the app open belongs to n-2: of sends at the same time, the one with the higher id is later.
        let rows = try await History.run { history in
            for line in [lines[2], lines[1], lines[0]] {
                try await history.ingest([line])
                try await history.project()
            }
            return try await history.log.rows(
                "SELECT campaign, influenced_opens FROM analytics.opens_by_campaign('2026-03-01', '2026-03-02') AS t")
        }
        #expect(rows == [["first", "0"], ["second", "1"]])
    }

    @Test func aResendIsTheSameSendAtItsFirst() async throws {
        // The send that happened a day earlier arrives later and moves the day, campaign and OS of the send.
        let lines = [
            sent("n", 1, at: 0, campaign: "late", os: "18.0"), opened("n", 2, at: 10),
            sent("n", 3, at: -day, campaign: "early", os: "17.0"),
        ]
        for lines in [lines, lines.reversed()] {
            let rows = try await History.opens("day, os_version, sent, direct_opens", lines)
            #expect(rows == [["2026-02-28", "17.0", "1", "1"], ["2026-03-01", "17.4", "0", "0"]])
        }
    }

    @Test func aResendMovesTheWindowToo() async throws {
        // Relative to the send a day earlier, the open is too late, and so is the app open.
        let lines = [
            sent("n", 1, at: 0), opened("n", 2, at: openWindow - 1), appOpened(4, at: 60),
            sent("n", 3, at: -day),
        ]
        for lines in [lines, lines.reversed(), lines.shuffled()] {
            let rows = try await History.opens("day, sent, direct_opens, influenced_opens", lines)
            #expect(rows.first == ["2026-02-28", "1", "0", "0"])
        }
    }

    @Test func aSendWithoutASystemTakesThatOfTheLatestPermissionEventBeforeIt() async throws {
        let lines = [
            sent("n", 1, at: 100), line("prompt_shown", 2, at: 50, version: "16.1"),
            line("prompt_granted", 3, at: 100, version: "16.2"),
            line("settings_opened", 4, at: 100.000001, version: "18.0"),
            line("prompt_shown", 5, at: 100, version: "15.0", app: "com.example.other"),
        ]
        for lines in [lines, lines.reversed(), lines.shuffled()] {
            #expect(try await History.opens("os_version, sent", lines) == [["16.2", "1"]])
        }
    }

    @Test func whereTheClockJumpsTheLatestIsByTimeAndTiesAreByTheOrder() async throws {
        // By sequence 3 is last, but it is earlier by time. Of the two events at 50 s, 2 comes after 1 by sequence,
        // although not by type.
        let lines = [
            line("settings_opened", 1, at: 50, version: "16.1", sequence: 1),
            line("prompt_shown", 2, at: 50, version: "16.2", sequence: 2),
            line("prompt_denied", 3, at: 20, version: "16.3", sequence: 3), sent("n", 4, at: 60),
        ]
        for lines in [lines, lines.reversed()] {
            #expect(try await History.opens("os_version, sent", lines) == [["16.2", "1"]])
        }
        #expect(try await History.opens("os_name, os_version, sent", [lines[3]]) == [[nil, nil, "1"]])
    }

    @Test func anEventWithoutASequenceOrdersTheTiesBeforeItAnew() async throws {
        // Of the two events at 50 s the first is later by sequence, the second is later by id.
        let lines = [
            status("denied", 1, at: 50, version: "16.1", sequence: 2),
            status("denied", 2, at: 50, version: "16.2", sequence: 1), sent("n", 3, at: 60),
        ]
        #expect(try await History.opens("os_version, sent", lines) == [["16.1", "1"]])
        let later = line("settings_opened", 4, at: 70, version: "18.0")
        for lines in [lines + [later], [later] + lines] {
            #expect(try await History.opens("os_version, sent", lines) == [["16.2", "1"]])
        }
        let ofAnother = line("settings_opened", 4, at: 70, version: "18.0", app: "com.example.other")
        #expect(try await History.opens("os_version, sent", lines + [ofAnother]) == [["16.1", "1"]])
    }

    @Test func anInstallationCountsOnceADayUnderTheSystemOfItsLastEvent() async throws {
        // Midnight is 43,200 s after the start. An open with trigger `local` doesn't make an installation an opener.
        let lines = [
            appOpened(1, at: 0, os: "17.4"), opened("x", 2, at: 5, os: "17.5"),
            opened(nil, 3, at: 10, trigger: "local", os: "17.6"), appOpened(4, at: 10, os: "17.7"),
            appOpened(5, at: 43_199.999999, os: "18.0"), appOpened(6, at: 43_200, os: "18.1"),
        ]
        for lines in [lines, lines.reversed(), lines.shuffled()] {
            #expect(
                try await History.opens("day, os_version, openers, active", lines) == [
                    ["2026-03-01", "17.5", "1", "0"], ["2026-03-01", "18.0", "0", "1"],
                    ["2026-03-02", "18.1", "0", "1"],
                ])
        }
    }

    @Test func ratesAreOverTheSends() async throws {
        let rows = try await History.opens(
            "direct_open_rate, direct_open_rate_low, direct_open_rate_high, influenced_open_rate, total_open_rate",
            [
                sent("n", 1, at: 0, os: "17.4"), sent("n", 2, at: 0, installation: 2, os: "17.4"),
                sent("n", 3, at: 0, installation: 3, os: "17.4"), opened("n", 4, at: 9),
                appOpened(5, at: 9, installation: 2),
            ])
        #expect(rows == [["0.333333", "0.061492", "0.792340", "0.333333", "0.666667"]])
    }

    @Test func aDayIsOpenUntilBothWindowsOfItsSendsHavePassed() async throws {
        let rows = try await History.run { history in
            try await history.ingest([sent("n", 1, at: 0)])
            try await history.project()
            // The day ends 43,200 s after noon.
            let end = 43_200 + openWindow
            var rows: [[String?]] = []
            // Influence is settled 30 s after its window, because of an open of the notification near the app open.
            let cases: [(Double, Double)] = [
                (43_200, end - 1), (43_200, end), (30 * 86_400, end), (openWindow, end + 29), (openWindow, end + 30),
            ]
            for (influence, horizon) in cases {
                _ = try await history.log.rows(
                    "UPDATE projection.settings SET influence_window_seconds = \(Int(influence))")
                rows += try await history.log.rows(
                    """
                    SELECT page.is_open
                    FROM projection.opens_levels('2026-03-01', '2026-03-01', '\(time(horizon))', 0, '{day}') AS page
                    """)
            }
            return rows
        }
        #expect(rows == [["t"], ["f"], ["t"], ["t"], ["f"]])
    }

    @Test func aRowOfFewPeopleLosesItsNumbers() async throws {
        let (daily, campaigns) = try await History.run { history in
            // Many sends to few people: four sends to two installations on 17.4, three sends to three installations on
            // 18.0.
            try await history.ingest(
                (0..<4).map { sent("n-\($0)", $0, at: 0, campaign: "a", installation: 1 + $0 % 2, os: "17.4") }
                    + (5..<8).map { sent("n", $0, at: 0, campaign: "b", installation: $0, os: "18.0") }
                    + (10..<14).map { sent("n", $0, at: 0, campaign: "c", installation: $0, os: "18.1") })
            try await history.project()
            return (
                try await history.log.rows(
                    "SELECT os_version, sent FROM analytics.opens_daily('2026-03-01', '2026-03-01', NULL, 3) AS t"),
                try await history.log.rows(
                    "SELECT campaign, sent FROM analytics.opens_by_campaign('2026-03-01', '2026-03-01', NULL, 3) AS t")
            )
        }
        #expect(daily == [["17.4", nil], ["18.0", nil], ["18.1", "4"]])
        #expect(campaigns == [["a", nil], ["b", nil], ["c", "4"]])
    }

    @Test func aRowOfNobodySentToOrActiveKeepsItsNumbers() async throws {
        let rows = try await History.run { history in
            // Installation 20 opens a notification on 17.4 and is last active on 18.1, on both days.
            let moved = [0, day].flatMap {
                [opened("x", 1, at: $0 + 5, installation: 20), appOpened(2, at: $0 + 10, installation: 20, os: "18.1")]
            }
            try await history.ingest(moved)
            let sends = [
                ("n", 0.0, "18.0", 1..<3), ("n", 0.0, "18.1", 5..<8), ("n", 0.0, "26.0", 10..<14),
                ("m", day, "18.1", 5..<8),
            ]
            for (notification, at, os, people) in sends {
                try await history.ingest(people.map { sent(notification, 3, at: at, installation: $0, os: os) })
            }
            try await history.project()
            return try await history.log.rows(
                """
                SELECT t.day, t.os_version, t.sent, t.openers
                FROM analytics.opens_daily('2026-03-01', '2026-03-02', NULL, 3) AS t
                """)
        }
        // Its row on 17.4 stays visible, and isn't chosen as the second row to blank.
        #expect(
            rows == [
                ["2026-03-01", "17.4", "0", "1"], ["2026-03-01", "18.0", nil, nil], ["2026-03-01", "18.1", nil, nil],
                ["2026-03-01", "26.0", "4", "0"], ["2026-03-02", "17.4", "0", "1"], ["2026-03-02", "18.1", "3", "0"],
            ])
    }
}
