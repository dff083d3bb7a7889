import EventLog
import Events
import Foundation
import Postgres
import TestSupport
import Testing

/// Returns a validated event, for tests of what happens after validating.
func event(_ type: EventType, id: UInt64, installation: UInt64 = 1, at microseconds: Int64 = 1_772_366_400_000_000)
    -> Event
{
    let line = """
        {"id":"\(EventUUID(high: 0, low: id))","type":"\(type.name)","app_id":"com.example.shop",\
        "installation_id":"\(EventUUID(high: 1, low: installation))","occurred_at":"2026-03-01T12:00:00Z",\
        "received_at":"2026-03-02T00:00:00Z","os":{"name":"iOS","version":"17.4"},\
        "data":{"notification_id":"n","status":"denied"}}
        """
    guard case .accepted(var event) = EventValidator(ingestedAt: TestLog.now).validate(Array(line.utf8)) else {
        preconditionFailure("the line of the test is rejected")
    }
    event.occurredAt = Timestamp(microseconds: microseconds)
    event.effectiveAt = event.occurredAt
    return event
}

/// Returns a batch without a real source.
func batch(_ events: [Event]) -> Batch {
    var batch = Batch(source: "test", lines: 1..<events.count + 1, offsets: 0..<0)
    batch.events = EventBatch(events)
    return batch
}

/// Runs `body` with a new log and a writer with one session.
func withWriter(_ body: (TestLog, LogWriter) async throws -> Void) async throws {
    try await TestServer.withLog { log in
        let session = try await log.database.session(as: .ingest)
        try await body(log, LogWriter(session: session))
        await session.close()
    }
}

@Suite struct SchemaTests {
    @Test func twoProgramsAtOnceMigrateOnce() async throws {
        try await TestServer.withEmptyDatabase { target in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { _ = try await Database(migrating: target) } }
                try await group.waitForAll()
            }
            let applied = try await target.rows("SELECT max(number) FROM bellwether.migration")
            #expect(applied == [["\(Schema.newest)"]])
        }
    }

    @Test func eventTypesThatAnOlderDatabaseLacksGetTheirPlaces() async throws {
        try await TestServer.withEmptyDatabase { target in
            let older = EventType.allCases.filter { $0.rawValue % 3 == 2 }.map { "'\($0.name)'" }
            let session = try await Session.connect(to: target)
            try await session.run { connection in
                try connection.script(
                    Statement(
                        file: "make an older type",
                        text: """
                            CREATE SCHEMA bellwether; CREATE SCHEMA log;
                            CREATE TYPE log.event_type AS ENUM (\(older.joined(separator: ", ")))
                            """))
            }
            _ = try await Database(migrating: target)
            let types = try await session.run { connection in
                let found = try connection.execute(
                    Statement("read types", "SELECT unnest(enum_range(NULL::log.event_type))::text"))
                return (0..<found.rowCount).map { found.text($0, 0) }
            }
            await session.close()
            #expect(types == EventType.allCases.map(\.name))
        }
    }

    @Test func aMigrationThatIsKilledInTheMiddleLeavesNothing() async throws {
        try await TestServer.withEmptyDatabase { target in
            // This transaction blocks the migration after it has created the tables of the log, when it creates the
            // schema `analytics` too.
            let obstacle = try await target.transaction("CREATE SCHEMA analytics")
            let migration = Task { try await Database(migrating: target) }
            var killed = 0
            for _ in 0..<3_000 where killed == 0 {
                try await Task.sleep(for: .milliseconds(10))
                killed = try await target.rows(Self.killWhoWaits).count
            }
            await #expect(throws: PostgresError.self) { _ = try await migration.value }
            let left = try await target.rows(Self.findSchemas)
            #expect(killed == 1 && left == [])
            await obstacle.close()
            _ = try await Database(migrating: target)
        }
    }

    private static let killWhoWaits = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """

    private static let findSchemas = """
        SELECT nspname FROM pg_namespace
        WHERE nspname IN ('bellwether', 'log', 'projection', 'metric', 'stats', 'analytics')
        """

    @Test(arguments: ["log", "projection", "metric", "stats", "analytics"])
    func aDatabaseWithASchemaOfAnotherProgramIsRefused(schema: String) async throws {
        try await TestServer.withEmptyDatabase { target in
            _ = try await target.rows("CREATE SCHEMA \(schema)")
            let error = await #expect(throws: SchemaError.self) { try await Database(migrating: target) }
            #expect(error?.description.contains("schema \"\(schema)\" already exists") == true)
            let found = try await target.rows(Self.findSchemas)
            #expect(found == [[schema]])
        }
    }

    /// A publication FOR ALL TABLES refuses to update or delete rows of other tables. Those that are only locked have no
    /// columns.
    @Test func everyTableSaysHowAReplicaFindsItsRows() async throws {
        try await TestServer.withLog { log in
            _ = try await log.rows("SELECT projection.make_generation(ARRAY['delivery_cell'])")
            let others = try await log.rows(
                """
                SELECT class.oid::regclass::text
                FROM pg_class AS class
                WHERE class.relkind IN ('r', 'p')
                    AND class.relnatts > 0
                    AND class.relreplident <> 'f'
                    AND class.relnamespace::regnamespace::text IN
                        ('bellwether', 'log', 'projection', 'projection_next', 'analytics')
                    AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = class.oid AND indisprimary)
                """)
            #expect(others == [])
        }
    }

    @Test func aNewerSchemaIsRefused() async throws {
        try await TestServer.withLog { log in
            _ = try await log.rows(
                "INSERT INTO bellwether.migration (number, applied_at, path, sha256) VALUES (9999, now(), 'x', 'x')")
            let error = await #expect(throws: SchemaError.self) { try await Database(migrating: log.database.target) }
            #expect(error?.description.contains("9999") == true)
        }
    }

    /// A database from before 0.1.0 has different migrations, possibly more.
    @Test(arguments: [1...1, 1...29])
    func aDatabaseMadeBeforeTheFirstReleaseIsRefused(migrations: ClosedRange<Int>) async throws {
        try await TestServer.withLog { log in
            _ = try await log.rows("DELETE FROM bellwether.migration")
            _ = try await log.rows(
                """
                INSERT INTO bellwether.migration (number, applied_at, path, sha256)
                SELECT number, now(), 'migrations/0001_log.sql', 'other'
                FROM generate_series(\(migrations.lowerBound), \(migrations.upperBound)) AS number
                """)
            let error = await #expect(throws: SchemaError.self) { try await Database(migrating: log.database.target) }
            #expect(
                error?.description == """
                    The database was made by a version before 0.1.0, whose tables this program can't read: \
                    make a new database and ingest the event files again, or use the program that made it.
                    """)
        }
    }

    @Test func aMigrationThatWasEditedAfterItsReleaseIsRefused() {
        let error = #expect(throws: SchemaError.self) { try Schema.check([(1, "other")], baseline: 0) }
        #expect(error?.description.hasPrefix("The migration sql/migrations/0001_log.sql is not the one") == true)
    }

    @Test(arguments: [
        "DROP FUNCTION analytics.horizon() CASCADE; "
            + "CREATE FUNCTION analytics.horizon() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "DROP VIEW analytics.openings CASCADE; CREATE VIEW analytics.openings AS SELECT 1 AS other",
    ])
    func aDatabaseWithOtherColumnsInAnalyticsIsFromBeforeTheRelease(statements: String) async throws {
        try await TestServer.withLog { log in
            for statement in statements.split(separator: "; ") { _ = try await log.rows(String(statement)) }
            _ = try await log.rows("UPDATE bellwether.objects SET sha256 = 'older'")
            let error = await #expect(throws: SchemaError.self) { try await Database(migrating: log.database.target) }
            #expect(error?.description.hasPrefix("The database was made by a version before 0.1.0") == true)
        }
    }

    @Test func internalFunctionsMayGetOtherColumnsAndGo() async throws {
        try await TestServer.withLog { log in
            for statement in [
                "DROP FUNCTION projection.known_up_to(timestamptz, bigint)",
                """
                CREATE FUNCTION projection.known_up_to(horizon timestamptz, "position" bigint) RETURNS TABLE (other text)
                LANGUAGE sql AS $$ SELECT 'older' $$
                """,
                "CREATE FUNCTION projection.of_an_older_program() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$",
                "UPDATE bellwether.objects SET sha256 = 'older'",
            ] { _ = try await log.rows(statement) }
            _ = try await Database(migrating: log.database.target)
            let found = try await log.rows(
                """
                SELECT pg_get_function_result('projection.known_up_to(timestamptz, bigint)'::regprocedure),
                    to_regprocedure('projection.of_an_older_program()')
                """)
            #expect(found == [["timestamp with time zone", nil]])
        }
    }
}

@Suite struct LogWriterTests {
    @Test func monthsAreMadeOnDemandAndFarYearsShareOne() async throws {
        try await withWriter { log, writer in
            let days: [Int64] = [0, 31, 59, 400, 401, 20_000, 20_500, 20_513, 47_846]
            let events = days.enumerated().map { number, day in
                event(.appOpened, id: UInt64(number), at: day * 86_400_000_000 + 1)
            }
            #expect(try await writer.append(batch(events)).accepted == days.count)
            let partitions = try await log.rows(
                """
                SELECT replace(inhrelid::regclass::text, 'log.engagement_event_', '')
                FROM pg_inherits WHERE inhparent = 'log.engagement_event'::regclass ORDER BY 1
                """
            ).map { $0[0]! }
            #expect(partitions == ["1970", "1971", "2024_10", "2026_02", "2026_03", "2100"])
            #expect(
                try await log.rows("SELECT engagement_months[1:3] FROM log.batch")
                    == [["{1970-01-01,1970-02-01,1970-03-01}"]])
        }
    }

    @Test func manyForgedClocksMakeFewPartitions() async throws {
        try await withWriter { log, writer in
            let events = (0..<1_572).map { month in
                event(.appOpened, id: UInt64(month), at: Int64(month) * 2_629_800_000_000)
            }
            #expect(try await writer.append(batch(events)).accepted == 1_572)
            let count = try await log.rows(
                "SELECT count(*) FROM pg_inherits WHERE inhparent = 'log.engagement_event'::regclass")
            #expect(Int(count[0][0]!)! < 250)
        }
    }
}
