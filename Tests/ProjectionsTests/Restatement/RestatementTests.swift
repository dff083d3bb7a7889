import EventLog
import Postgres
import Reports
import TestSupport
import Testing

/// Restatements: settled numbers that an earlier report published and that have changed since. A line of the table is:
/// app, table, day, OS, OS version, measure, value published, value now, number of late events (received after the
/// earlier report's horizon, but happened by then). Second 0 is 12:00 UTC on 2026-03-01; a report's horizon, the latest
/// receipt that counts, is on a later day.
@Suite struct RestatementTests {
    private static let prompt = line("prompt_shown", 1, at: 0)
    /// Returns an event that only moves the horizon.
    private static func heartbeat(_ id: Int, at seconds: Double) -> String {
        appOpened(id, at: seconds, installation: 99)
    }

    @Test func aLateAnswerIsListedWithWhatWasPublished() async throws {
        try await History.run { history in
            try await history.ingest([Self.prompt, Self.heartbeat(2, at: 10 * day)])
            #expect(try await history.report() == [])
            try await history.ingest([line("prompt_granted", 3, at: 60, received: 11 * day)])
            let restated = try await history.report()
            #expect(
                restated.filter { $0.contains("opt_in_daily") } == [
                    "com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,decided,0,1,1",
                    "com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,granted,0,1,1",
                    "com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,undecided,1,0,1",
                ])
            #expect(restated.contains("com.example.shop,reach_daily,2026-03-01,iOS,17.4,authorized,0,1,1"))
            #expect(restated.contains("com.example.shop,reach_daily,2026-03-10,iOS,17.4,unknown,1,0,1"))
            #expect(!restated.contains { $0.contains("2026-03-11") }, "no day that was not published")
        }
    }

    @Test func windowsThatPassAndNewEventsAreNoRestatement() async throws {
        try await History.run { history in
            try await history.ingest([
                Self.prompt, sent("n", 2, at: 0), appOpened(3, at: 3 * day),
            ])
            try await history.report()
            // A decision within the window, an open of a published send, an influenced open, and a new day of activity.
            try await history.ingest([
                line("prompt_granted", 4, at: 3 * day + 2), opened("n", 5, at: 3 * day + 3),
                appOpened(6, at: 20 * day), Self.heartbeat(7, at: 20 * day),
            ])
            #expect(try await history.report() == [])
        }
    }

    /// For each kind of number: the change that late events make to it on the first day, and how many days after the
    /// end of that day the number is settled (only late events can still change it).
    private static let settling = [
        (number: "opt_in_daily,2026-03-01,iOS,17.4,granted,0,1,1", wait: 7.0, late: [answer]),
        (number: "reach_daily,2026-03-01,iOS,17.4,authorized,0,1,1", wait: 0, late: [answer]),
        (
            number: "activity_daily,2026-03-01,,,active,1,2,1", wait: 0,
            late: [engagement("app_opened", 5, at: 70, received: 60 * day)]
        ),
        (
            number: "opens_daily,2026-03-01,iOS,17.4,sent,1,2,1", wait: 0,
            late: [engagement("notification_sent", 5, at: 9, ["notification_id": "m"], received: 60 * day)]
        ),
        (
            number: "opens_daily,2026-03-01,iOS,17.4,received,0,1,1", wait: 28,
            late: [engagement("notification_received", 5, at: 1, ["notification_id": "n"], received: 60 * day)]
        ),
        (
            number: "opens_daily,2026-03-01,iOS,17.4,direct_opens,0,1,1", wait: 28,
            late: [opened("n", 5, at: 60, received: 60 * day)]
        ),
        (
            number: "opens_daily,2026-03-01,iOS,17.4,influenced_opens,0,1,1", wait: 28,
            late: [engagement("app_opened", 5, at: 70, received: 60 * day)]
        ),
    ]
    private static let answer = line("prompt_granted", 5, at: 60, received: 60 * day)

    @Test(arguments: settling, [0, -0.000001])
    func aNumberThatWasSettledIsListedAndNoOther(
        _ settled: (number: String, wait: Double, late: [String]), moment: Double
    ) async throws {
        try await History.run { history in
            try await history.ingest([Self.prompt, sent("n", 2, at: 0), Self.heartbeat(3, at: 3_600)])
            // The first day ends at second 43,200.
            try await history.report(.asOf(43_200 + settled.wait * day + moment))
            try await history.ingest(settled.late)
            let restated = try await history.report()
            #expect(restated.contains("com.example.shop,\(settled.number)") == (moment == 0))
        }
    }

    /// The first report's horizon is 40 × 86,400 + 1 s, because its last event was received a second after it happened.
    @Test(arguments: [
        // Received at the horizon, but ingested after the report.
        (received: 40 * day + 1, at: 41 * day, late: 0),
        (received: 40 * day + 1.000001, at: 41 * day, late: 1),
        // Another event that happened exactly at the horizon, or right after it.
        (received: 40 * day + 2, at: 40 * day + 1, late: 2),
        (received: 40 * day + 2, at: 40 * day + 1.000001, late: 1),
    ]) func whatWasReceivedAfterTheHorizonAndHappenedByItIsLate(received: Double, at: Double, late: Int) async throws {
        try await History.run { history in
            try await history.ingest([sent("n", 1, at: 0), Self.heartbeat(2, at: 40 * day)])
            try await history.report()
            try await history.ingest([opened("n", 3, at: 60, received: received), Self.heartbeat(4, at: at)])
            let restated = try await history.report()
            #expect(restated.contains("com.example.shop,opens_daily,2026-03-01,,,direct_opens,0,1,\(late)"))
        }
    }

    /// Of the two events at 50 s the first is later by sequence, the second is later by id. The send to the second
    /// installation has the same OS version as the first event.
    private static let ties = [
        status("denied", 1, at: 50, version: "16.1", sequence: 2),
        status("denied", 2, at: 50, version: "16.2", sequence: 1),
        sent("n", 3, at: 60), sent("n", 4, at: 60, installation: 2, os: "16.1"), heartbeat(5, at: 3 * day),
    ]

    /// A settled number never changes silently, even if the event that changed it wasn't late.
    @Test(arguments: [
        (0, ["16.1,sent,2,1,0", "16.2,sent,,1,0"]),
        // With a minimum cell of 2 the new numbers are withheld, because each of the two rows then has only one person.
        (2, ["16.1,sent,2,,0"]),
    ])
    func aNewEventWithoutASequenceMovesASend(minimumCell: Int, numbers: [String]) async throws {
        try await History.run { history in
            let request = ReportRequest(minimumCell: minimumCell)
            try await history.ingest(Self.ties)
            let published = try await history.report(request, "opens_daily")
            #expect(published.contains { $0.hasPrefix("com.example.shop,2026-03-01,iOS,16.1,2,") })
            try await history.ingest([
                line("settings_opened", 6, at: 4 * day, version: "18.0"), Self.heartbeat(7, at: 4 * day),
            ])
            let listed = try await history.report(request)
            let expected = Set(numbers.map { "com.example.shop,opens_daily,2026-03-01,iOS,\($0)" })
            #expect(expected.isSubset(of: listed))
            #expect(listed.count { $0.contains(",sent,") } == numbers.count)
        }
    }

    @Test func aLateEventWithoutASequenceMovesThem() async throws {
        try await History.run { history in
            try await history.ingest(Self.ties)
            try await history.report()
            try await history.ingest([
                line("settings_opened", 6, at: 70, version: "18.0", received: 4 * day), Self.heartbeat(7, at: 4 * day),
            ])
            let restated = try await history.report().filter { $0.contains(",sent,") }
            #expect(
                restated == [
                    "com.example.shop,opens_daily,2026-03-01,iOS,16.1,sent,2,1,1",
                    "com.example.shop,opens_daily,2026-03-01,iOS,16.2,sent,,1,1",
                ])
        }
    }

    @Test func aCopyIsNoRestatement() async throws {
        try await History.run { history in
            try await history.ingest([Self.prompt, Self.heartbeat(2, at: 10 * day)])
            try await history.report()
            try await history.ingest([
                line("prompt_shown", 1, at: 0, received: 11 * day), Self.heartbeat(3, at: 11 * day),
            ])
            #expect(try await history.report() == [])
        }
    }

    @Test func rowsThatComeAndGoHaveNothingBeforeOrAfter() async throws {
        try await History.run { history in
            try await history.ingest([line("prompt_shown", 1, at: 2 * day), Self.heartbeat(2, at: 10 * day)])
            try await history.report()
            // The earlier prompt replaces the later one as the first.
            try await history.ingest([line("prompt_shown", 3, at: 0, version: "16.1", received: 11 * day)])
            let restated = try await history.report().filter { $0.contains("opt_in_daily") }
            #expect(
                restated.filter { $0.contains("prompted") } == [
                    "com.example.shop,opt_in_daily,2026-03-01,iOS,16.1,prompted,,1,1",
                    "com.example.shop,opt_in_daily,2026-03-03,iOS,17.4,prompted,1,,1",
                ])
            #expect(restated.contains("com.example.shop,opt_in_daily,2026-03-01,iOS,16.1,granted,,0,1"))
        }
    }

    @Test func whatIsPublishedIsWhatTheMinimumCellLeaves() async throws {
        try await History.run { history in
            let prompts = (1...4).map { line("prompt_shown", $0, at: 0, installation: $0) }
            try await history.ingest(prompts + [Self.heartbeat(9, at: 10 * day)])
            let request = ReportRequest(minimumCell: 5)
            try await history.report(request)
            try await history.ingest([line("prompt_shown", 5, at: 0, installation: 5, received: 11 * day)])
            let restated = try await history.report(request).filter { $0.contains("opt_in_daily") }
            #expect(restated.contains("com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,prompted,,5,1"))
            #expect(try await history.report() == [], "without a minimum cell nothing was published before")
        }
    }

    @Test func lateEventsAndNumbersAreOfTheirApp() async throws {
        try await History.run { history in
            try await history.ingest([
                Self.prompt, line("prompt_shown", 2, at: 0, installation: 2, app: "b"), Self.heartbeat(3, at: 10 * day),
            ])
            try await history.report()
            try await history.report(ReportRequest(app: "b"))
            try await history.ingest([
                line("prompt_granted", 4, at: 60, received: 11 * day),
                line("prompt_granted", 5, at: 60, installation: 2, received: 11 * day, app: "b"),
                line("settings_opened", 6, at: 70, installation: 2, received: 11 * day, app: "b"),
            ])
            let ofOne = try await history.report(ReportRequest(app: "b"))
            let all = try await history.report()
            #expect(all.contains("b,opt_in_daily,2026-03-01,iOS,17.4,granted,0,1,2"))
            #expect(all.contains("com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,granted,0,1,1"))
            #expect(ofOne == all.filter { $0.hasPrefix("b,") })
        }
    }
}
