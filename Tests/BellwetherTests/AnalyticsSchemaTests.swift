import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// Selects the tables and views of `analytics` from `pg_class`.
let inAnalytics = "WHERE relnamespace = 'analytics'::regnamespace AND relkind IN ('r', 'p', 'v')"

/// The parts of `analytics` that users depend on: columns, functions, and their documented meaning.
@Suite struct AnalyticsSchemaTests {
    private static let dictionary = URL(fileURLWithPath: ClientLibraries.root).appending(path: "docs/dictionary.md")

    @Test func everythingSaysWhatItMeans() async throws {
        try await TestServer.withDatabase { database in
            let log = try await TestLog(database)
            let silent = try await log.rows(Self.withoutMeaning).map { $0[0] ?? "" }
            #expect(silent.isEmpty, "sql/catalogue says what these are, sql/views/columns.sql the others")
            let unnamed = try await log.rows(Self.unnamedColumns).compactMap { row -> String? in
                guard let function = row[0], let column = row[1], let comment = row[2] else { return nil }
                let name = column.replacing(/_(low|high)$/, with: "")
                return comment.contains(name) ? nil : "\(function): \(column)"
            }
            #expect(unnamed.isEmpty, "a function without a view of its name names its columns in its comment")
        }
    }

    private static let withoutMeaning = """
        SELECT class.relname || coalesce('.' || attribute.attname, '')
        FROM pg_class AS class
        LEFT JOIN LATERAL (
            SELECT a.attname, a.attnum FROM pg_attribute AS a
            WHERE a.attrelid = class.oid AND a.attnum > 0 AND NOT a.attisdropped
            UNION ALL SELECT NULL, 0
        ) AS attribute ON true
        WHERE class.relnamespace = 'analytics'::regnamespace AND class.relkind IN ('r', 'p', 'v')
            AND coalesce(col_description(class.oid, nullif(attribute.attnum, 0)), CASE attribute.attnum
                WHEN 0 THEN obj_description(class.oid, 'pg_class') END, '') = ''
        UNION ALL
        SELECT oid::regprocedure::text
        FROM pg_proc
        WHERE pronamespace = 'analytics'::regnamespace AND coalesce(obj_description(oid, 'pg_proc'), '') = ''
        ORDER BY 1
        """

    /// Selects the result columns of functions that no view of the same name has; the function's comment must explain
    /// them.
    private static let unnamedColumns = """
        SELECT routine.oid::regprocedure, given.name, obj_description(routine.oid, 'pg_proc')
        FROM pg_proc AS routine
        CROSS JOIN unnest(routine.proargnames, routine.proargmodes) AS given (name, mode)
        WHERE routine.pronamespace = 'analytics'::regnamespace
            AND given.mode IN ('o', 't')
            AND NOT EXISTS (
                SELECT
                FROM pg_class AS view
                INNER JOIN pg_attribute AS attribute ON attribute.attrelid = view.oid
                WHERE view.relnamespace = 'analytics'::regnamespace
                    AND view.relname = routine.proname
                    AND attribute.attname = given.name
            )
        """

    /// The CSV files have the columns that the catalogue says; views and functions have them by its lists.
    @Test func theCatalogueHasEveryTableWithItsColumns() async throws {
        try await TestServer.withDatabase { database in
            let log = try await TestLog(database)
            let relations = try await log.rows(
                """
                SELECT relname, string_agg(attname, ',' ORDER BY attnum)
                FROM pg_class INNER JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
                \(inAnalytics) GROUP BY relname
                """)
            for relation in relations {
                let name = relation[0] ?? ""
                #expect(SQLFiles.catalogue.table(name) != nil, "\(name)")
                let columns = SQLFiles.catalogue.columnNames(of: name)
                #expect(columns.isEmpty || columns.joined(separator: ",") == relation[1], "\(name)")
            }
            #expect(Set(SQLFiles.catalogue.tableNames) == Set(relations.compactMap { $0[0] }))
        }
    }

    @Test func theDictionaryIsWhatTheDatabaseSays() async throws {
        try await withProgram { bench in
            let page = try bench.run("dictionary").output
            if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
                try page.write(to: Self.dictionary, atomically: true, encoding: .utf8)
            }
            let difference = page.split(separator: "\n").difference(
                from: try String(contentsOf: Self.dictionary, encoding: .utf8).split(separator: "\n"))
            #expect(
                difference.isEmpty,
                """
                The columns and functions of analytics are an interface: a change of them needs an entry in CHANGELOG.md. \
                RECORD_GOLDEN=1 script/test --filter AnalyticsSchemaTests writes docs/dictionary.md again.
                """)
        }
    }

    @Test func everyTableSaysWhatAddsUpAndItsExampleRuns() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 50, days: 20)
            let sections = try bench.run("dictionary").output.split(separator: "\n## ").dropFirst()
                .filter { !$0.hasPrefix("Other functions") }
            for section in sections {
                let example = try #require(section.firstMatch(of: /```sql\n([^`]+)\n```/), "\(section.prefix(40))")
                #expect(section.contains(" Adds up: "), "\(section.prefix(40))")
                try bench.run("sql", "-c", String(example.output.1))
            }
        }
    }

    @Test func everyTestOfTheDbtSourceHolds() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 400, days: 60, apps: 2)
            try bench.run("report", "--quiet", "--out", "r")
            // Late events of days that the report published give rows of restatements.
            try bench.simulate(installations: 100, days: 60, seed: 8, apps: 2)
            let late = try bench.read("events.ndjson")
                .replacing(/"received_at":"[^"]*"/, with: #""received_at":"2026-05-20T00:00:00Z""#)
            try bench.write(late, to: "late.ndjson")
            try bench.run("ingest", "--quiet", "--max-rejected", "100", "late.ndjson")
            try bench.run("project", "--quiet")
            #expect(try bench.run("sql", "-At", "-c", "SELECT count(*) > 0 FROM restatements").output == "t\n")
            let source = DbtSource(try bench.run("dictionary", "--format", "dbt").output)
            let relations = try bench.run("sql", "-At", "-c", "SELECT count(*) FROM pg_class \(inAnalytics)")
                .output
            #expect("\(source.tables.count)\n" == relations && source.tables.contains("opens_by_hour"))
            #expect(
                source.isNull.count == source.tables.count && source.isOther.count > 30 && source.isRepeated.count > 20)
            let tests = source.isNull + source.isOther + source.isRepeated
            let failing = try bench.run("sql", "-At", "-c", tests.joined(separator: "\nUNION ALL\n")).output
            #expect(failing.isEmpty, "\(failing)")
        }
    }

    @Test func theDictionaryIsAFileOrJSONToo() async throws {
        try await withProgram { bench in
            try bench.run("dictionary", "--out", "dictionary.md")
            #expect(try bench.read("dictionary.md") == bench.run("dictionary").output)
            let tables = try json(bench.run("dictionary", "--json").output)
            #expect((tables["relations"] as? [Any])?.isEmpty == false)
            #expect(try bench.attempt("dictionary", "--out", "missing/dictionary.md").status == 73)
        }
    }
}
