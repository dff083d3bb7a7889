import EventLog
import Pages
import Postgres
import Projections
import Reports
import TestSupport
import Testing

/// Which earlier report a report is compared with, and which reports are kept.
@Suite struct ComparedReportTests {
    private static let late = line("prompt_granted", 3, at: 60, received: 11 * day)

    /// Publishes a report and ingests a late answer, then runs `body`.
    private static func afterALateAnswer(_ body: (History) async throws -> Void) async throws {
        try await History.run { history in
            try await history.ingest([
                line("prompt_shown", 1, at: 0), appOpened(2, at: 10 * day, installation: 99),
            ])
            try await history.report()
            try await history.ingest([late])
            try await body(history)
        }
    }

    @Test func aReportThatIsMadeAgainSaysTheSame() async throws {
        try await Self.afterALateAnswer { history in
            let first = try await history.report()
            #expect(!first.isEmpty)
            #expect(try await history.report() == first)
            let later = try await history.report(ReportRequest(from: Day("2026-03-05")))
            #expect(later == first.filter { $0.split(separator: ",")[2] >= "2026-03-05" }, "of its own days")
            #expect(try await history.report() == first)
            try await history.ingest([appOpened(4, at: 12 * day, installation: 99)])
            #expect(try await history.report() == [], "what was said once is published")
        }
    }

    @Test func aReportOfATimeToComeIsTheLatestMadeAgain() async throws {
        try await Self.afterALateAnswer { history in
            let first = try await history.report()
            let days = ReportRequest(from: Day("2026-03-01"), to: Day("2026-03-11"), asOf: time(1_000 * day))
            let ofATimeToCome = try await history.report(days)
            let kept = try await history.kept()
            #expect(ofATimeToCome == first && kept == 2)
            #expect(try await history.report() == first)
        }
    }

    @Test func aReportOfAnotherZoneIsNotCompared() async throws {
        try await Self.afterALateAnswer { history in
            try await history.set(.timeZone, "Asia/Tokyo")
            #expect(try await history.report() == [])
            try await history.set(.timeZone, "UTC")
            #expect(try await !history.report().isEmpty, "the one before it is still there")
        }
    }

    @Test func lookingBackHidesNothing() async throws {
        try await Self.afterALateAnswer { history in
            let ofThePast = try await history.report(ReportRequest(asOf: time(5 * day)))
            let kept = try await history.kept()
            let now = try await history.report()
            #expect(ofThePast == [] && kept == 1)
            #expect(!now.isEmpty)
        }
    }

    @Test func ofEachDayTwoStatesAreKeptOfEachScope() async throws {
        try await Self.afterALateAnswer { history in
            for number in 0..<4 {
                try await history.ingest([appOpened(10 + number, at: Double(12 + number) * day, installation: 99)])
                try await history.report()
                try await history.report(ReportRequest(app: "com.example.shop"))
            }
            let rows = try await history.log.rows(
                """
                SELECT DISTINCT count(*)
                FROM analytics.published_row AS kept
                WHERE kept."table" = 'reach_daily' AND kept.day = '2026-03-02'
                """)
            #expect(rows == [["4"]])
        }
    }

    @Test func theAnalystReadsTheSame() async throws {
        try await Self.afterALateAnswer { history in
            let listed = try await history.report()
            let count = try await history.withSession(as: .analyst) { analyst in
                try await analyst.run { connection in
                    try connection.execute(Statement("count", "SELECT count(*) FROM analytics.restatements")).int(0, 0)
                }
            }
            #expect(count == listed.count)
        }
    }

    @Test func withoutAnyEventNothingIsKept() async throws {
        try await History.run { history in
            let restated = try await history.report()
            let kept = try await history.kept()
            #expect(restated == [] && kept == 0)
        }
    }
}
