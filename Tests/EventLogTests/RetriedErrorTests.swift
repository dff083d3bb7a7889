import EventLog
import Events
import Postgres
import TestSupport
import Testing

/// Runs `body` with a database whose ledger refuses the first `count` rows with an error that a retry may not get.
private func withRefusals<Value: Sendable>(
    _ count: Int, _ sqlState: String, _ body: (LogWriter, TestLog) async throws -> Value
) async throws -> Value {
    try await TestServer.withLog { log in
        try await log.owner.run {
            // Counts with a sequence, because it is not rolled back with the transaction.
            try $0.script(
                Statement(
                    file: "refusals",
                    text: """
                        CREATE SEQUENCE public.attempt;
                        GRANT USAGE ON SEQUENCE public.attempt TO PUBLIC;
                        CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                        BEGIN
                            IF nextval('public.attempt') <= \(count) THEN
                                RAISE EXCEPTION 'refused' USING ERRCODE = '\(sqlState)';
                            END IF;
                            RETURN NEW;
                        END $$;
                        CREATE TRIGGER refuse BEFORE INSERT ON log.batch
                        FOR EACH ROW EXECUTE FUNCTION public.refuse()
                        """))
        }
        return try await body(LogWriter(session: try await log.database.session(as: .ingest)), log)
    }
}

@Suite struct RetriedErrorTests {
    @Test(arguments: ["40P01", "40001"]) func aVictimOfADeadlockTriesAgain(sqlState: String) async throws {
        try await withRefusals(3, sqlState) { writer, log in
            let outcome = try await writer.append(batch([event(.promptShown, id: 1), event(.appOpened, id: 2)]))
            #expect(outcome.accepted == 2 && outcome.duplicates == 0)
            #expect(try await log.rows("SELECT position, accepted FROM log.batch") == [["1", "2"]])
            #expect(try await log.rows("SELECT last_value FROM public.attempt") == [["4"]])
        }
    }

    @Test func whoIsRefusedForEverSaysSoAndLeavesNothing() async throws {
        try await withRefusals(1_000, "40P01") { writer, log in
            let error = await #expect(throws: PostgresError.self) {
                _ = try await writer.append(batch([event(.promptShown, id: 1)]))
            }
            #expect(error?.sqlState == "40P01")
            let left = try await log.rows(
                "SELECT count(*) FROM log.batch UNION ALL SELECT count(*) FROM log.permission_event")
            #expect(left == [["0"], ["0"]])
        }
    }

    @Test func anotherErrorIsNotTriedAgain() async throws {
        try await withRefusals(1, "53100") { writer, log in
            let error = await #expect(throws: PostgresError.self) {
                _ = try await writer.append(batch([event(.promptShown, id: 1)]))
            }
            #expect(error?.sqlState == "53100")
            // The failed event is not considered stored.
            let again = try await writer.append(batch([event(.promptShown, id: 1)]))
            #expect(again.accepted == 1)
        }
    }

    @Test(.timeLimit(.minutes(20))) func eightWritersOfOverlappingBatchesInAnyOrderNeverDeadlock() async throws {
        try await TestServer.withDatabase { database in
            let events = (0..<1_200).map { event($0 % 3 == 0 ? .promptShown : .appOpened, id: UInt64($0)) }
            let total = try await withThrowingTaskGroup(of: Outcome.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let session = try await database.session(as: .ingest)
                        let writer = LogWriter(session: session)
                        var total = Outcome()
                        // Writers start at different places, and every second one goes backwards.
                        for step in 0..<8 {
                            let start = (number * 150 + (number % 2 == 0 ? step : 8 - step) * 150) % 900
                            let part = Array(events[start..<start + 300])
                            total.add(try await writer.append(batch(number % 2 == 0 ? part : part.reversed())))
                        }
                        await session.close()
                        return total
                    }
                }
                return try await group.reduce(into: Outcome()) { $0.add($1) }
            }
            let log = try await TestLog(database)
            let stored = try await log.rows("SELECT count(*) FROM log.engagement_event")
            #expect(stored == [["\(total.accepted)"]] && total.deliveries == 64 * 300)
            // Positions have no gaps and are in the order of commits.
            let positions = try await log.rows(
                """
                SELECT count(*), min(position), max(position), bool_and(committed_at >= previous)
                FROM (SELECT *, lag(committed_at) OVER (ORDER BY position) AS previous FROM log.batch) AS batch
                """)
            #expect(positions == [["64", "1", "64", "t"]])
            let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
            #expect(try await log.rows(deadlocks) == [["0"]])
        }
    }

    @Test func writersThatNeedTheSameNewMonthsMakeThemOnce() async throws {
        try await TestServer.withDatabase { database in
            let months = (0..<24).map { Int64($0) * 2_629_800_000_000 + 1_704_067_200_000_000 }
            let total = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<6 as Range<UInt64> {
                    group.addTask {
                        let writer = LogWriter(session: try await database.session(as: .ingest))
                        let events = months.map { event(.appOpened, id: number, at: $0) }
                        return try await writer.append(batch(number % 2 == 0 ? events : events.reversed())).accepted
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(total == 6 * 24)
            let log = try await TestLog(database)
            #expect(try await log.rows("SELECT count(*) FROM log.engagement_event") == [["144"]])
        }
    }
}
