import EventLog
import Postgres
import TestSupport
import Testing

/// Tests what the schema must keep to so that `sql/citus/` can distribute it; ClusterTests runs it on a cluster.
@Suite struct CitusTests {
    @Test func everyKeyOfWhatIsDistributedHoldsTheInstallation() async throws {
        try await TestServer.withLog { log in
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
        try await TestServer.withLog { log in
            let routines = try await Routines(log)
            let distributed = try await Self.tables(where: "kind <> 'single'", log)
            let views = try await log.rows(
                """
                SELECT oid::regclass::text, pg_get_viewdef(oid) FROM pg_class
                WHERE relnamespace = 'analytics'::regnamespace AND relkind = 'v'
                    AND relname <> ALL ('{events,installations,notifications,openings,status_history}')
                """
            ).map { ($0[0] ?? "", $0[1] ?? "") }
            let queries = SQLFiles.paths(under: "queries/report").map { ($0, SQLFiles.statement($0).text) }
            let readers = routines.texts.filter { $0.key.hasPrefix("analytics.") } + views + queries
            #expect(routines.asked.count > 15 && readers.count > 50)
            for (name, text) in readers where !routines.asked.contains(name) {
                let found = routines.tables(readBy: text, except: routines.asked).intersection(distributed)
                #expect(found == [], "\(name)")
            }
        }
    }

    /// A part sees the tables that are distributed, and copies of a few others.
    @Test func partsReadOnlyTablesThatNodesHave() async throws {
        let copies: Set = ["app", "batch", "checkpoint", "os", "settings", "word"]
        try await TestServer.withLog { log in
            let routines = try await Routines(log)
            let absent = try await Self.tables(where: "kind = 'single'", log).subtracting(copies)
            let steps = SQLFiles.paths(under: "projections")
                .filter { !$0.contains("/erase_") && !$0.hasPrefix("projections/deliveries/") }
                .map { ($0, SQLFiles.statement($0).text) }
            for (name, text) in routines.texts.filter({ routines.asked.contains($0.key) }) + steps {
                let found = routines.tables(readBy: text, except: []).intersection(absent)
                #expect(found == [], "\(name)")
            }
        }
    }

    /// Returns the names of the tables of `log.kept_tables` that meet a condition, without schemas.
    private static func tables(where condition: String, _ log: TestLog) async throws -> Set<String> {
        let found = try await log.rows("SELECT split_part(name, '.', 2) FROM log.kept_tables() WHERE \(condition)")
        return Set(found.compactMap { $0[0] })
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

/// The SQL of the database's functions, to find out which tables a text reads.
private struct Routines {
    /// By name with schema.
    let texts: [String: String]
    /// The functions that `projection.past` calls, by the type of their rows.
    private let past: [String: String]
    /// The functions that ask all parts on a cluster.
    let asked: Set<String>

    init(_ log: TestLog) async throws {
        let rows = try await log.rows(
            """
            SELECT pronamespace::regnamespace || '.' || proname, string_agg(prosrc, ' '), min(prorettype::regtype::text)
            FROM pg_proc
            WHERE pronamespace::regnamespace::text IN ('projection', 'metric', 'stats', 'analytics')
            GROUP BY 1
            """)
        texts = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] ?? "") })
        past = Dictionary(
            uniqueKeysWithValues: rows.filter { $0[0]?.hasPrefix("projection.past_") == true }
                .map { ($0[2] ?? "", $0[0] ?? "") })
        asked = Set(
            SQLFiles.statement("citus/4_routines.sql").text
                .matches(of: /\('((?:projection|analytics)\.[a-z0-9_]+)'/).map { String($0.output.1) })
    }

    /// Returns the names after FROM and JOIN in a text and in the functions that it calls, directly or not, except some.
    func tables(readBy text: String, except excluded: Set<String>) -> Set<String> {
        var seen = excluded
        var left = [text]
        var tables: Set<String> = []
        while let text = left.popLast() {
            let named = text.matches(of: /(?:FROM|JOIN)\s+(?:log\.|projection\.|analytics\.)?([a-z_]+)\b(?!\()/)
            tables.formUnion(named.map { String($0.output.1) })
            left += called(by: text).filter { seen.insert($0).inserted }.compactMap { texts[$0] }
        }
        return tables
    }

    private func called(by text: String) -> [String] {
        text.matches(of: /\b((?:projection|metric|stats|analytics)\.[a-z0-9_]+)\(/).map { String($0.output.1) }
            + text.matches(of: /NULL::(projection\.[a-z_]+)/).compactMap { past[String($0.output.1)] }
    }
}
