import EventLog
import Events
import Pages
import Postgres
import Projections
import Reports
import TestSupport
import Testing

/// Events from 2026-01-10 to April, some with wrong clocks. Retention drops January: a rebuild copies the numbers of
/// days before 2026-03-29 and recomputes those from that day on.
@Suite struct RetentionTests {
    /// Counted back from 2026-06-01, so that 2026-02-01 is the first day kept.
    private static let months = 4

    private static func lines(_ count: Int) -> [String] {
        (OrderTests.lines(count) + OrderTests.engagementLines(count, from: -50 * day)
            + OrderTests.engagementLines(count, from: 10 * day) + slowClocks(count)).shuffled().withoutDifferingCopies()
    }

    /// Events of March and April from phones whose clocks said January or earlier.
    private static func slowClocks(_ count: Int) -> [String] {
        (0..<count / 10).map { number in
            engagement(
                number % 2 == 0 ? "app_opened" : "notification_opened", 900_000 + Int.random(in: 0..<count),
                at: Double.random(in: 0..<50) * day, installation: Int.random(in: 1...9),
                clockAhead: -Double.random(in: 80..<400) * day)
        }
    }

    private static let early = """
        SELECT count(*) FROM log.engagement_event
        WHERE occurred_at < '2026-02-01T00:00:00Z' AND effective_at < '2026-02-01T00:00:00Z'
        """

    @Test(arguments: 0..<4)
    func whatWasComputedStaysAndARebuildLeavesIt(_: Int) async throws {
        try await History.run(stepSize: 50) { history in
            try await history.ingest(Self.lines(200), batchSize: 40)
            let dropped = try await history.retain(Self.months)
            // `retain` projects first.
            let state = try await history.everything()
            let tables = try await history.comparable() + history.analytics()
            #expect(dropped.retainedFrom == "2026-02-01")
            #expect(dropped.dropped.contains("engagement_event_2026_01"))
            #expect(!dropped.dropped.contains("engagement_event_2026_02"))
            #expect(try await history.log.rows(Self.early) == [["0"]])
            try await history.rebuild()
            #expect(try await history.everything() == state)
            #expect(try await history.comparable() + history.analytics() == tables)
            // Late events of days before and after 2026-03-29, in random order.
            let late = try await history.outcome(of: Self.lines(60))
            #expect(late.accepted > 0 && late.rejectedByReason.keys.allSatisfy { $0 == .olderThanRetention })
            try await history.project()
            let later = try await history.everything()
            #expect(later != state)
            try await history.rebuild()
            #expect(try await history.everything() == later)
        }
    }

    @Test func whatIsDroppedIsWhatALogWithoutRetentionCounts() async throws {
        let lines = [appOpened(1_000, at: 60 * day, installation: 99)] + Self.lines(200)
        let expected = try await History.run(stepSize: 50) { history in
            try await history.ingest(lines, batchSize: 40)
            try await history.project()
            return try await history.comparable() + history.analytics()
        }
        try await History.run(stepSize: 50) { history in
            try await history.ingest(lines, batchSize: 40)
            try await history.report()
            try await history.retain(Self.months)
            #expect(try await history.comparable() + history.analytics() == expected)
            try await history.rebuild()
            #expect(try await history.comparable() + history.analytics() == expected)
            try await history.ingest([appOpened(1_001, at: 61 * day, installation: 99)])
            #expect(try await history.report() == [], "a retention is no restatement")
        }
    }

    @Test func whatCountsOnARecentDayStaysWhateverItsClockSaid() async throws {
        try await History.run { history in
            let slow = engagement("app_opened", 1, at: 60 * day, clockAhead: -50 * 365 * day)
            try await history.ingest([
                slow, appOpened(2, at: 60 * day, installation: 2), appOpened(3, at: 65 * day, installation: 3),
            ])
            try await history.report()
            try await history.retain(Self.months)
            let active = "SELECT day, sum(active) FROM analytics.opens_daily WHERE active > 0 GROUP BY day ORDER BY day"
            #expect(try await history.log.rows(active) == [["2026-04-30", "2"], ["2026-05-05", "1"]])
            try await history.rebuild()
            #expect(try await history.log.rows(active) == [["2026-04-30", "2"], ["2026-05-05", "1"]])
            try await history.ingest([appOpened(4, at: 67 * day, installation: 3)])
            #expect(try await history.report() == [], "a retention is no restatement")
            // The clock decides what is refused, so a copy can't be counted again.
            let again = try await history.outcome(of: [slow])
            #expect(again.rejectedByReason == [.olderThanRetention: 1])
            #expect(try await history.retain(Self.months).dropped == [], "what is kept is not dropped every night")
        }
    }

    @Test func onlyWhatIsOldByBothTimesIsDropped() async throws {
        try await History.run { history in
            try await history.ingest([
                engagement("app_opened", 1, at: -40 * day), engagement("app_opened", 2, at: -40 * day, clockAhead: day),
                engagement("app_opened", 3, at: -40 * day, clockAhead: 60 * day),
                engagement("app_opened", 4, at: 20 * day, clockAhead: -60 * day),
            ])
            let kept = [[uuid(3)], [uuid(4)]]
            try await history.retain(Self.months)
            #expect(try await history.log.rows("SELECT id FROM log.engagement_event ORDER BY id") == kept)
            // The cutoff moves to March.
            try await history.retain(Self.months - 1)
            #expect(try await history.log.rows("SELECT id FROM log.engagement_event ORDER BY id") == kept)
            let copy = try await history.outcome(of: [line("prompt_shown", 4, at: -40 * day)])
            #expect(copy.duplicates == 1, "its identity is that of an event that is kept")
        }
    }

    @Test func aCutoffThatMovesWhileARebuildBeginsLosesNothing() async throws {
        try await History.run(stepSize: 50) { history in
            try await history.ingest(Self.lines(200), batchSize: 40)
            // The rebuild waits while it makes its chunks. Nothing is projected yet.
            let obstacle = try await history.inTransaction("LOCK TABLE log.permission_event IN ACCESS EXCLUSIVE MODE")
            async let rebuilt: Void = history.rebuild()
            try await history.waitFor(1, waitingFor: "relation")
            _ = try await history.log.rows("UPDATE log.intake_rules SET retained_from = '2026-02-01T00:00:00Z'")
            await obstacle.close()
            try await rebuilt
            try await history.project()
            let state = try await history.comparable() + history.analytics()
            _ = try await history.log.rows("UPDATE log.intake_rules SET retained_from = NULL")
            try await history.rebuild()
            #expect(try await history.comparable() + history.analytics() == state)
        }
    }

    /// What was never projected is at position 0, however far other projections are.
    @Test func anErasureAmidARebuildOfWhatWasNeverProjectedLosesNothing() async throws {
        try await History.run(stepSize: 50) { history in
            try await history.ingest(Self.lines(200), batchSize: 40)
            _ = try await history.projector.bringUp(Projection.all.filter { $0.name == "journey" })
            // The rebuild is killed while it fills its tables.
            let obstacle = try await history.inTransaction("LOCK TABLE log.engagement_event IN ACCESS EXCLUSIVE MODE")
            let other = try await history.anotherProjector()
            let killed = Task { try? await other.rebuild(Projection.all) }
            try await history.waitFor(1, waitingFor: "relation")
            _ = try await history.log.rows(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """)
            _ = await killed.value
            await obstacle.close()
            _ = try await history.log.rows("UPDATE log.intake_rules SET retained_from = '2026-02-01T00:00:00Z'")
            try await history.erase([42])
            try await history.rebuild()
            try await history.project()
            let state = try await history.comparable() + history.analytics()
            _ = try await history.log.rows("UPDATE log.intake_rules SET retained_from = NULL")
            try await history.rebuild()
            #expect(try await history.comparable() + history.analytics() == state)
        }
    }

    @Test(arguments: 0..<4)
    func droppedInTheMiddleOfARebuildNothingIsLost(_: Int) async throws {
        try await History.run(stepSize: 50) { history in
            try await history.ingest(Self.lines(200), batchSize: 40)
            try await history.project()
            let state = try await history.everything()
            try await history.killed(after: .milliseconds(Int.random(in: 5...200))) { projector in
                _ = try await projector.rebuild(Projection.all)
            }
            try await history.retain(Self.months)
            try await history.rebuild()
            #expect(try await history.everything() == state)
        }
    }

    @Test func aRebuildThatIsFilledReadsWhatIsToBeDroppedFirstOrBeginsAnew() async throws {
        try await History.run(stepSize: 50) { history in
            try await history.ingest(Self.lines(100), batchSize: 40)
            try await history.project()
            // It is filled but can't be swapped in, because a reader blocks it.
            let reader = try await history.inTransaction("SELECT count(*) FROM projection.opens_cell")
            await #expect(throws: ProjectionError.self) { try await history.rebuild(attempts: 1) }
            await reader.close()
            try await history.ingest(Self.lines(200), batchSize: 40)
            try await history.project()
            let state = try await history.everything()
            let rebuilder = try await history.holdingLease("rebuild")
            let error = await #expect(throws: ProjectionError.self) {
                try await history.retain(Self.months, attempts: 2)
            }
            #expect(error?.description.contains("a rebuild in progress") == true)
            #expect(try await history.log.rows(Self.early) != [["0"]])
            await rebuilder.close()
            try await history.retain(Self.months)
            #expect(try await history.log.rows(Self.early) == [["0"]])
            try await history.rebuild()
            #expect(try await history.everything() == state)
        }
    }

    @Test func whatComesLaterOfADroppedMonthIsRefusedWithItsBytes() async throws {
        try await History.run { history in
            let (old, asked) = (appOpened(1, at: -40 * day), line("prompt_shown", 2, at: -40 * day))
            try await history.ingest([old, asked, appOpened(3, at: 0)])
            try await history.retain(Self.months)
            #expect(try await history.log.rows(Self.early) == [["0"]])
            let again = try await history.outcome(of: [
                old, asked, line("prompt_granted", 4, at: -40 * day + 5), appOpened(5, at: -29 * day),
            ])
            // Copies of dropped events are rejected too. Permission events are kept forever.
            #expect(again.rejectedByReason == [.olderThanRetention: 2])
            #expect(again.accepted == 1 && again.duplicates == 1)
            let once = try await history.outcome(of: [line("prompt_granted", 4, at: -40 * day + 5)])
            #expect(once.duplicates == 1)
            let held = try await history.log.rows(
                "SELECT convert_from(bytes, 'UTF8') FROM log.quarantine ORDER BY line")
            #expect(held == [[old], [appOpened(5, at: -29 * day)]])
            #expect(try await history.log.rows("SELECT to_regclass('log.engagement_event_2026_01')") == [[nil]])
            try await history.project()
            #expect(try await history.log.rows("SELECT decision FROM projection.journey") == [["prompt_granted"]])
        }
    }

    @Test func whatWasDroppedOnceStaysSo() async throws {
        try await History.run { history in
            try await history.ingest([appOpened(1, at: -40 * day), appOpened(2, at: 0)])
            let first = try await history.retain(Self.months)
            let second = try await history.retain(24)
            #expect(first.dropped == ["engagement_event_2026_01"])
            #expect(second.retainedFrom == first.retainedFrom && second.dropped.isEmpty)
        }
    }

    /// By its own clock, of the year 2200, the client asks for everything before 2100.
    @Test func aClientWhoseClockIsAheadDropsNothing() async throws {
        try await History.run { history in
            try await history.ingest([appOpened(1, at: 0)])
            let report = try await history.retain(1_200, now: Timestamp(microseconds: 7_258_118_400_000_000))
            #expect(report.dropped == [])
            #expect(try await history.log.rows("SELECT count(*) FROM log.engagement_event") == [["1"]])
        }
    }

    /// The cutoff, 2012-06-01, cuts through the partition of a year. A reader of the log delays only the drop of
    /// others.
    @Test func rowsGoBeforePartitionsAreDropped() async throws {
        try await History.run { history in
            try await history.ingest([
                appOpened(1, at: -6_000 * day), appOpened(2, at: -5_140 * day), appOpened(3, at: -4_900 * day),
                engagement("app_opened", 4, at: 20 * day, clockAhead: -5_160 * day),
            ])
            let ids = "SELECT id FROM log.engagement_event ORDER BY id"
            let reader = try await history.inTransaction("SELECT count(*) FROM log.engagement_event")
            await #expect(throws: ProjectionError.self) { try await history.retain(14 * 12, attempts: 1) }
            #expect(try await history.log.rows(ids) == [[uuid(1)], [uuid(3)], [uuid(4)]])
            await reader.close()
            let report = try await history.retain(14 * 12)
            #expect(report.retainedFrom == "2012-06-01" && report.dropped == ["engagement_event_2009"])
            #expect(try await history.log.rows(ids) == [[uuid(3)], [uuid(4)]])
        }
    }

    @Test func whatWasDroppedIsNoRestatementWhereTheLogIsRead() async throws {
        try await History.run { history in
            try await history.ingest([
                sent("n", 1, at: -40 * day), opened("n", 2, at: -40 * day + 60), appOpened(3, at: -40 * day + 120),
                line("prompt_shown", 4, at: -40 * day), appOpened(5, at: 60 * day, installation: 99),
            ])
            var days = ReportRequest(from: Day("2026-01-01"), to: Day("2026-04-30"))
            try await history.report(days)
            try await history.retain(Self.months)
            #expect(try await history.log.rows(Self.early) == [["0"]])
            try await history.ingest([
                opened(nil, 6, at: 59 * day, installation: 98, received: 61 * day),
                line("prompt_granted", 7, at: -40 * day + 60, received: 61 * day),
                appOpened(8, at: 70 * day, installation: 99),
            ])
            // The horizon lies before the projected state.
            days.asOf = time(62 * day)
            let restated = try await history.report(days).map { $0.split(separator: ",") }
            let ofOpens = restated.filter { ["opens_daily", "activity_daily"].contains($0[1]) }
            // Days that the log covers are listed as usual; of other days, only numbers derived from permission events.
            #expect(Set(ofOpens.map { $0[2] }) == ["2026-04-29"])
            #expect(restated.contains { $0[1] == "opt_in_daily" && $0[2] == "2026-01-20" })
        }
    }

    @Test func permissionEventsOfADroppedMonthStillCount() async throws {
        try await History.run { history in
            try await history.ingest([
                line("prompt_shown", 1, at: -40 * day), appOpened(2, at: 10 * day, installation: 99),
            ])
            try await history.report()
            try await history.retain(Self.months)
            try await history.ingest([line("prompt_granted", 3, at: -40 * day + 60, received: 11 * day)])
            let restated = try await history.report()
            #expect(restated.contains("com.example.shop,opt_in_daily,2026-01-20,iOS,17.4,granted,0,1,1"))
            // At a horizon before the last events the query reads the log. Only the prompt was known then.
            let latencies = try await history.log.rows(
                """
                SELECT quality.value
                FROM analytics.data_quality('2026-01-01', '2026-01-31', '\(time(9 * day))') AS quality
                WHERE quality.measure = 'latency_p50_seconds'
                """)
            #expect(latencies == [["3447717.888000"]])
        }
    }

    @Test func whoReadsTheLogDelaysTheDropAndNobodyElse() async throws {
        try await History.run { history in
            try await history.ingest([appOpened(1, at: -40 * day), appOpened(2, at: 0)])
            let reader = try await history.inTransaction("SELECT count(*) FROM log.engagement_event")
            let error = await #expect(throws: ProjectionError.self) {
                try await history.retain(Self.months, attempts: 1)
            }
            #expect(error?.kind == .busy)
            async let dropped = history.retain(Self.months)
            try await history.ingest([appOpened(3, at: 5)])
            await reader.close()
            let report = try await dropped
            #expect(report.dropped == ["engagement_event_2026_01"])
        }
    }
}

extension History {
    /// Keeps the engagement events of this many months before `now`, which is 2026-06-01 by default.
    @discardableResult
    func retain(
        _ months: Int, attempts: Int = 600, now: Timestamp = TestLog.now
    ) async throws -> Retention.Report {
        let patience = SwapPatience(attempts: attempts, pause: .milliseconds(50))
        let projector = try await anotherProjector()
        return try await withSession(as: nil) { owner in
            let retention = Retention(session: owner, projector: projector, patience: patience)
            return try await retention.retain(months: months, now: now)
        }
    }
}
