import EventLog
import Events
import Postgres
import TestSupport
import Testing

/// Tests `sql/citus/distribute.sql`, which distributes the tables over several nodes.
@Suite struct CitusTests {
    @Test func everyKeyOfWhatIsDistributedHoldsTheInstallation() async throws {
        try await TestServer.withDatabase { database in
            let log = try await TestLog(database)
            let found = try await log.rows(Self.obstacles)
            #expect(found == [])
            _ = try await log.rows(
                """
                ALTER TABLE projection.opening
                    ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY,
                    ADD CONSTRAINT names_another_table FOREIGN KEY (app) REFERENCES log.app,
                    ADD CONSTRAINT lacks_the_installation UNIQUE (n),
                    ADD CONSTRAINT has_the_installation UNIQUE (n, installation_id)
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
            // Twice, because the script runs again after an upgrade.
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
            let distributed = try await log.rows("SELECT count(*) FROM log.kept_tables() WHERE kind = 'installation'")
            #expect(kinds == [["h", distributed[0][0], "1"], ["n", "3", "1"]])
            let after = LogWriter(session: try await database.session(as: .ingest))
            // 2026-04-01T12:00:00Z, in a month that has no partition yet.
            let late = event(.appOpened, id: 2, installation: 2, at: 1_775_044_800_000_000)
            let outcome = try await after.append(batch([event(.promptShown, id: 1), late]))
            #expect(outcome.accepted == 1 && outcome.duplicates == 1)
            let stored = try await log.rows("SELECT type FROM analytics.events ORDER BY type")
            #expect(stored == [["prompt_shown"], ["app_opened"]])
            let isSettled = try await log.rows("SELECT log.is_readable()")
            #expect(isSettled == [["t"]])
        }
    }

    /// Finds what Citus does not support on distributed tables or what the SQL must not depend on there: unique keys
    /// without the installation, foreign keys, triggers, identity columns, and defaults from sequences.
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
        WHERE obstacle.held_by IN (
            SELECT kept.name::regclass FROM log.kept_tables() AS kept WHERE kept.kind = 'installation'
        )
        ORDER BY obstacle.name COLLATE "C"
        """

    /// Makes the database a cluster of one node that holds the shards.
    private static let oneNode = [
        "CREATE EXTENSION citus",
        "SELECT citus_set_coordinator_host('localhost', current_setting('port')::integer)",
        "SELECT citus_set_node_property('localhost', current_setting('port')::integer, 'shouldhaveshards', true)",
    ]
}

/// Returns whether the tests' server can load the extension, which must be preloaded.
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
