import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct ExactlyOnceTests {
    @Test func whoFindsTheCheckpointMovedByAnotherHasDoneNothing() async throws {
        try await History.run { history in
            try await history.ingest([line("prompt_shown", 1, at: 0)])
            try await history.project()
            let before = try await history.everything()
            try await history.ingest([line("prompt_granted", 2, at: 9)])
            // Another projector has moved the checkpoint, so the compare-and-set finds no row.
            for statement in [
                "CREATE FUNCTION public.on_move() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
                """
                CREATE TRIGGER on_move BEFORE UPDATE ON projection.checkpoint
                FOR EACH ROW EXECUTE FUNCTION public.on_move()
                """,
            ] { _ = try await history.log.rows(statement) }
            let error = await #expect(throws: ProjectionError.self) { try await history.project() }
            #expect(error?.kind == .busy)
            _ = try await history.log.rows("DROP TRIGGER on_move ON projection.checkpoint")
            #expect(try await history.everything() == before)
        }
    }

    @Test func aLateEventOfALongPastMonthCostsWhatItTouches() async throws {
        try await History.run(stepSize: 1_000_000) { history in
            try await history.ingest(
                (0..<12_000).flatMap { number in
                    let at = Double(number % 500) * day - 500 * day
                    return [
                        line("prompt_shown", 1, at: at, installation: number),
                        line("prompt_granted", 2, at: at + 5, installation: number),
                        line("notification_opened", 3, at: at + 60, installation: number),
                    ]
                }, batchSize: 3_000)
            try await history.project()
            _ = try await history.log.rows("VACUUM ANALYZE")
            _ = try await history.log.rows("SELECT pg_stat_reset()")
            try await history.ingest([
                status("denied", 9, at: -100 * day).moved(to: 1), line("app_opened", 10, at: 0, installation: 2),
                line("notification_opened", 11, at: 0, installation: 3),
            ])
            let session = try await history.log.database.session(as: .project)
            _ = try await Projector(session: session).bringUp()
            _ = try await session.run { connection in
                try connection.execute(Statement("flush", "SELECT pg_stat_force_next_flush()")).rowCount
            }
            await session.close()
            try await Task.sleep(for: .milliseconds(500))
            let read = try await history.log.rows(
                """
                SELECT relname, seq_tup_read, idx_tup_fetch
                FROM pg_stat_user_tables
                WHERE (schemaname = 'log' AND relname ~ '_event') OR relname IN ('journey', 'notification_open')
                ORDER BY relname
                """)
            // A projection reads some ranges of 16 pages of a table; reading the whole table would be 24,000 rows.
            let whole = read.filter { Int($0[1] ?? "0")! + Int($0[2] ?? "0")! > 12_000 }
            #expect(whole.isEmpty, "read in a step for three events")
            let touched = read.filter { $0[0]!.hasPrefix("engagement_event_2") && ($0[1] != "0" || $0[2] != "0") }
            #expect(touched.map { $0[0] } == ["engagement_event_2026_03"])
        }
    }
}
