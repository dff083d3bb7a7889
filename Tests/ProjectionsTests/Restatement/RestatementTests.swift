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

    /// Of the two events at 50 s the first is later by sequence, the second is later by id. The send to the second
    /// installation has the same OS version as the first event.
    private static let ties = [
        status("denied", 1, at: 50, version: "16.1", sequence: 2),
        status("denied", 2, at: 50, version: "16.2", sequence: 1),
        sent("n", 3, at: 60), sent("n", 4, at: 60, installation: 2, os: "16.1"), heartbeat(5, at: 3 * day),
    ]

    /// An event without a sequence comes after those before it, so the order of these stays and no send moves.
    @Test func aNewEventWithoutASequenceMovesNoSend() async throws {
        try await History.run { history in
            let isOfSends = { (row: String) in row.hasPrefix("com.example.shop,2026-03-01,iOS,16.1,2,") }
            try await history.ingest(Self.ties)
            #expect(try await history.report(ReportRequest(), "opens_daily").contains(where: isOfSends))
            try await history.ingest([
                line("settings_opened", 6, at: 4 * day, version: "18.0"), Self.heartbeat(7, at: 4 * day),
            ])
            #expect(try await history.report(ReportRequest()).allSatisfy { !$0.contains(",sent,") })
            #expect(try await history.report(ReportRequest(), "opens_daily").contains(where: isOfSends))
        }
    }

    /// Returns prompts of installations, received on the first day or later.
    private static func prompts(_ installations: ClosedRange<Int>, received: Double? = nil) -> [String] {
        installations.map { line("prompt_shown", $0, at: 0, installation: $0, received: received) }
    }

    /// A number that is withheld for a while is compared with what was published before.
    @Test func whatWasPublishedBeforeItWasWithheldIsCompared() async throws {
        try await History.run { history in
            let request = ReportRequest(minimumCell: 5)
            try await history.ingest(Self.prompts(1...6) + [Self.heartbeat(20, at: 10 * day)])
            try await history.report(request)
            let other = { line("prompt_shown", $0, at: 0, installation: $0, version: "18.0", received: $1 * day) }
            try await history.ingest([other(21, 11)])
            #expect(try await history.report(request).filter { $0.contains("opt_in_daily") } == [])
            try await history.ingest((22...26).map { other($0, 12) } + Self.prompts(7...7, received: 12 * day))
            let restated = try await history.report(request).filter { $0.contains(",prompted,") }
            let expected = ["17.4,prompted,6,7,7", "18.0,prompted,,6,7"]
            #expect(restated == expected.map { "com.example.shop,opt_in_daily,2026-03-01,iOS,\($0)" })
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
