import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct RebuildTests {
    @Test func aRebuildThatWasKilledGoesOnWhereItWas() async throws {
        try await History.run { history in
            try await history.ingest(OrderTests.lines(300), batchSize: 50)
            try await history.project()
            let state = try await history.everything()
            let reader = try await history.inTransaction("SELECT count(*) FROM projection.journey")
            // Everything is filled, but the swap gives up because a reader blocks it.
            let error = await #expect(throws: ProjectionError.self) { try await history.rebuild(attempts: 1) }
            #expect(error?.kind == .busy)
            let filled = try await history.log.rows(
                "SELECT xmin FROM projection_next.journey ORDER BY installation_id, app")
            #expect(filled.count > 5)
            await reader.close()
            try await history.rebuild()
            #expect(try await history.everything() == state)
            // The rows are the ones filled before the rebuild gave up.
            let swapped = try await history.log.rows(
                "SELECT xmin FROM projection.journey ORDER BY installation_id, app")
            #expect(swapped == filled)
        }
    }

    @Test func killedAtAnyMomentStepsAndRebuildEndInWhatTheLogSays() async throws {
        try await History.run(stepSize: 20) { history in
            let lines = OrderTests.lines(400)
            for piece in 0..<4 {
                try await history.ingest(Array(lines[piece * 100..<piece * 100 + 100]), batchSize: 10)
                for isRebuild in [true, false] {
                    try await history.killed(after: .milliseconds(Int.random(in: 1...150))) { projector in
                        _ = isRebuild ? try await projector.rebuild(Projection.all) : try await projector.bringUp()
                    }
                }
            }
            try await history.project()
            let state = try await history.comparable()
            try await history.rebuild()
            #expect(try await history.comparable() == state)
            let expected = try await History.run { whole in
                try await whole.ingest(lines)
                try await whole.project()
                return try await whole.comparable()
            }
            #expect(state == expected)
        }
    }

    @Test func aTimeZoneIsInForceWhenEverythingIsRebuiltWithIt() async throws {
        try await History.run { history in
            // 15:00 UTC is midnight in Tokyo.
            try await history.ingest([
                line("prompt_granted", 1, at: 3 * 3_600), line("app_opened", 2, at: 2 * day, installation: 2),
            ])
            try await history.project()
            let days = "SELECT min(day) FROM analytics.reach_daily"
            try await history.set(.timeZone, "asia/tokyo")
            #expect(try await history.log.rows(days) == [["2026-03-01"]])
            try await history.project()
            #expect(try await history.log.rows(days) == [["2026-03-02"]])
            #expect(try await history.log.rows("SELECT time_zone FROM projection.settings") == [["Asia/Tokyo"]])
            #expect(try await history.log.rows("SELECT count(*) FROM projection.pending_setting") == [["0"]])
        }
    }

    @Test func aSettingThatIsSetBackDuringTheRebuildIsPendingAfterIt() async throws {
        try await History.run { history in
            try await history.ingest([line("prompt_granted", 1, at: 0)])
            try await history.project()
            try await history.set(.timeZone, "Asia/Tokyo")
            let reader = try await history.inTransaction("LOCK TABLE projection.checkpoint IN ACCESS SHARE MODE")
            let projector = Projector(
                session: try await history.log.database.session(as: .project),
                swapPatience: SwapPatience(attempts: 10_000, pause: .milliseconds(50)))
            async let rebuilt = projector.rebuild(Projection.all)
            try await history.waitFor(1, waitingFor: "relation")
            try await history.set(.timeZone, "UTC")
            await reader.close()
            _ = try await rebuilt
            let zones = "SELECT time_zone, (projection.wanted_settings()).time_zone FROM projection.settings"
            #expect(try await history.log.rows(zones) == [["Asia/Tokyo", "UTC"]])
            try await history.project()
            #expect(try await history.log.rows(zones) == [["UTC", "UTC"]])
        }
    }

    @Test func aSettingThatIsSetBackAsksForNothingAndOneThatMakesNoSenseIsRefused() async throws {
        try await History.run { history in
            try await history.set(.openWindow, "14d")
            try await history.set(.openWindow, "28d")
            let wrong: [(Setting, String)] = [
                (.timeZone, "Mars/Olympus"), (.timeZone, "localtime"), (.conversionWindow, "0"), (.openWindow, "-1d"),
                (.influenceWindow, "12 hours"), (.engagementMonths, "0"),
            ]
            for (setting, value) in wrong {
                let error = await #expect(throws: ProjectionError.self) { try await history.set(setting, value) }
                #expect(error?.kind == .setting)
            }
            let pending = try await history.log.rows("SELECT count(*) FROM projection.pending_setting")
            #expect(pending == [["0"]])
        }
    }
}

extension History {
    /// Runs work with a projector whose connection is terminated after `pause`.
    func killed(
        after pause: Duration, _ work: @escaping @Sendable (Projector) async throws -> Void
    ) async throws {
        let session = try await log.database.session(as: .project)
        let pid = try await session.run { connection in
            try connection.execute(Statement("own pid", "SELECT pg_backend_pid()")).singleInt()
        }
        let working = Task { try? await work(Projector(session: session, stepSize: 20)) }
        try await Task.sleep(for: pause)
        _ = try await log.rows("SELECT pg_terminate_backend(\(pid))")
        _ = await working.value
        await session.close()
    }

    /// Rebuilds with a limited number of attempts to swap.
    func rebuild(attempts: Int) async throws {
        let patience = SwapPatience(attempts: attempts, pause: .milliseconds(50))
        _ = try await withSession { session in
            try await Projector(session: session, stepSize: 10, swapPatience: patience).rebuild(Projection.all)
        }
    }

    /// Returns a second projector on the same database.
    func anotherProjector() async throws -> Projector {
        Projector(session: try await log.database.session(as: .project), stepSize: 10)
    }

    /// Requests a setting; the next `project` puts it into force.
    func set(_ setting: Setting, _ value: String) async throws {
        try await withSession { session in try await session.run { try setting.set(value, $0) } }
    }
}
