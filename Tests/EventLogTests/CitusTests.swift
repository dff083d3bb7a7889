import EventLog
import Postgres
import TestSupport
import Testing

/// Tests what the schema must keep to so that `sql/citus/` can distribute it; ClusterTests runs it on a cluster.
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

    @Test func everyTableOfCountsHasOneKeyToWhichAPartCanBeAdded() async throws {
        try await TestServer.withDatabase { database in
            let odd = try await TestLog(database).rows(
                """
                SELECT kept.name
                FROM log.kept_tables() AS kept
                LEFT JOIN pg_index AS index ON index.indrelid = kept.name::regclass AND index.indisunique
                WHERE kept.kind = 'count'
                GROUP BY kept.name
                HAVING count(*) <> 1 OR NOT bool_and(index.indisprimary)
                """)
            #expect(odd == [])
        }
    }

    /// On a cluster the functions in `parts.asking` ask all parts. What analysts and reports call must read the tables of
    /// installations and of counts only through these.
    @Test func readersReadDistributedTablesOnlyThroughFunctionsThatAskAllParts() async throws {
        let asking = SQLFiles.statement("citus/4_routines.sql").text
        let asked = Set(asking.matches(of: /\('((?:projection|analytics)\.[a-z0-9_]+)'/).map { String($0.output.1) })
        #expect(asked.count > 15)
        try await TestServer.withDatabase { database in
            let log = try await TestLog(database)
            let tables = try await log.rows(
                "SELECT split_part(name, '.', 2) FROM log.kept_tables() WHERE kind <> 'single'"
            ).compactMap { $0[0] }
            let routines = try await log.rows(
                """
                SELECT pronamespace::regnamespace || '.' || proname, string_agg(prosrc, ' ')
                FROM pg_proc
                WHERE pronamespace::regnamespace::text IN ('projection', 'metric', 'stats', 'analytics')
                GROUP BY 1
                """)
            let texts = Dictionary(uniqueKeysWithValues: routines.map { ($0[0] ?? "", $0[1] ?? "") })
            let views = try await log.rows(
                """
                SELECT oid::regclass::text, pg_get_viewdef(oid) FROM pg_class
                WHERE relnamespace = 'analytics'::regnamespace AND relkind = 'v'
                    AND relname NOT IN ('events', 'installations', 'notifications', 'openings', 'status_history')
                """)
            let readers = texts.filter { $0.key.hasPrefix("analytics.") } + views.map { ($0[0] ?? "", $0[1] ?? "") }
            for (name, text) in readers where !asked.contains(name) {
                let table = Self.table(of: tables, in: text, texts, asked, [name])
                #expect(table == nil, "\(name) reads \(table ?? "")")
            }
        }
    }

    /// Returns a distributed table that a text reads, itself or through functions that do not ask all parts.
    private static func table(
        of tables: [String], in text: String, _ texts: [String: String], _ asked: Set<String>, _ seen: Set<String>
    ) -> String? {
        let named = text.matches(of: /(?:FROM|JOIN)\s+(?:log\.|projection\.)?([a-z_]+)\b(?!\()/)
            .map { String($0.output.1) }
        if let table = named.first(where: tables.contains) { return table }
        let called = Set(
            text.matches(of: /((?:projection|metric|stats|analytics)\.[a-z0-9_]+)\(/).map { String($0.output.1) })
        for name in called.subtracting(asked).subtracting(seen) {
            guard let body = texts[name] else { continue }
            if let table = table(of: tables, in: body, texts, asked, seen.union([name])) { return "\(name): \(table)" }
        }
        return nil
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
}
