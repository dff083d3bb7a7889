import EventLog
import Events
import Postgres
import TestSupport
import Testing

/// What lets the tables lie on several nodes: `sql/citus/distribute.sql`.
@Suite struct CitusTests {
    @Test func everyKeyOfWhatIsDistributedHoldsTheInstallation() async throws {
        try await TestServer.withDatabase { database in
            let log = try await TestLog(database)
            let distributed = try await log.rows(Self.names)
            let expected: [[String?]] = Self.distributed.map { [$0] }
            #expect(distributed == expected)
            let found = try await log.rows(Self.obstacles)
            #expect(found == [])
            _ = try await log.rows(
                """
                CREATE TABLE projection.spoilt (
                    n bigint GENERATED ALWAYS AS IDENTITY,
                    app integer CONSTRAINT names_another_table REFERENCES log.app,
                    installation_id uuid NOT NULL,
                    CONSTRAINT lacks_the_installation PRIMARY KEY (n),
                    CONSTRAINT has_the_installation UNIQUE (n, installation_id)
                )
                """)
            let spoilt = try await log.rows(Self.obstacles)
            #expect(spoilt == [["lacks_the_installation"], ["n"], ["names_another_table"]])
        }
    }

    @Test(.enabled("the server does not preload Citus: sql/citus/distribute.sql was not run") { try await hasCitus() })
    func distributedTheLogTakesEventsAndKnowsCopies() async throws {
        try await TestServer.withDatabase { database in
            let log = try await TestLog(database)
            let before = LogWriter(session: try await database.session(as: .ingest))
            _ = try await before.append(batch([event(.promptShown, id: 1)]))
            for statement in Self.oneNode { _ = try await log.rows(statement) }
            // Twice, as after an upgrade.
            for _ in 0..<2 { try await log.owner.run { try $0.script(SQLFiles.statement("citus/distribute.sql")) } }
            let kinds = try await log.rows(
                """
                SELECT partmethod, count(*), count(DISTINCT colocationid)
                FROM pg_dist_partition
                INNER JOIN pg_class ON pg_class.oid = logicalrelid
                WHERE NOT relispartition
                GROUP BY partmethod
                ORDER BY partmethod
                """)
            #expect(kinds == [["h", "11", "1"], ["n", "3", "1"]])
            let after = LogWriter(session: try await database.session(as: .ingest))
            // 2026-04-01T12:00:00Z: of a month that has no partition yet.
            let late = event(.appOpened, id: 2, installation: 2, at: 1_775_044_800_000_000)
            let outcome = try await after.append(batch([event(.promptShown, id: 1), late]))
            #expect(outcome.accepted == 1 && outcome.duplicates == 1)
            let stored = try await log.rows("SELECT type FROM analytics.events ORDER BY type")
            #expect(stored == [["prompt_shown"], ["app_opened"]])
            let isSettled = try await log.rows("SELECT log.settled()")
            #expect(isSettled == [["t"]])
        }
    }

    private static let distributed = [
        "log.engagement_event", "log.permission_event", "projection.installation_activity", "projection.journey_v1",
        "projection.notification", "projection.opening", "projection.sampled_event",
        "projection.set_aside_v1", "projection.unsent_open",
    ]

    /// The choice of `sql/citus/distribute.sql`.
    private static let chosen = """
        SELECT class.oid
        FROM pg_class AS class
        INNER JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
        WHERE class.relnamespace IN ('log'::regnamespace, 'projection'::regnamespace)
            AND class.relkind IN ('r', 'p')
            AND NOT class.relispartition
            AND attribute.attname = 'installation_id'
            AND attribute.attnotnull
        """

    private static let names = """
        SELECT chosen.oid::regclass::text FROM (\(chosen)) AS chosen ORDER BY chosen.oid::regclass::text COLLATE "C"
        """

    /// What Citus does not take on a distributed table, or what the SQL may not lean on there: unique keys without the
    /// installation, foreign keys, triggers, identities and numbers of sequences.
    private static let obstacles = """
        SELECT obstacle.name
        FROM (
            SELECT class.relname::text, index.indrelid
            FROM pg_index AS index
            INNER JOIN pg_class AS class ON class.oid = index.indexrelid
            WHERE index.indisunique
                AND NOT EXISTS (
                    SELECT FROM pg_attribute AS key
                    WHERE key.attrelid = index.indrelid
                        AND key.attname = 'installation_id'
                        AND key.attnum = ANY (index.indkey)
                )
            UNION ALL
            SELECT conname, conrelid FROM pg_constraint WHERE contype = 'f'
            UNION ALL
            SELECT conname, confrelid FROM pg_constraint WHERE contype = 'f'
            UNION ALL
            SELECT tgname, tgrelid FROM pg_trigger WHERE NOT tgisinternal
            UNION ALL
            SELECT attname, attrelid FROM pg_attribute WHERE attidentity <> ''
            UNION ALL
            SELECT 'nextval', adrelid FROM pg_attrdef WHERE pg_get_expr(adbin, adrelid) LIKE '%nextval%'
        ) AS obstacle (name, held_by)
        WHERE obstacle.held_by IN (\(chosen))
        ORDER BY obstacle.name COLLATE "C"
        """

    /// Makes the database a cluster of one node, which holds the shards.
    private static let oneNode = [
        "CREATE EXTENSION citus",
        "SELECT citus_set_coordinator_host('localhost', current_setting('port')::integer)",
        "SELECT citus_set_node_property('localhost', current_setting('port')::integer, 'shouldhaveshards', true)",
    ]
}

/// Whether the tests' server can have the extension, which works only where it is preloaded.
private func hasCitus() async throws -> Bool {
    let look = Statement(
        "look for Citus",
        """
        SELECT EXISTS (
            SELECT FROM pg_settings WHERE name = 'shared_preload_libraries' AND setting LIKE '%citus%'
        )
        """)
    return try await TestServer.withEmptyDatabase { target in
        let session = try await Session.connect(to: target)
        let isThere = try await session.run { connection in try connection.execute(look).bool(0, 0) == true }
        await session.close()
        return isThere
    }
}
