import EventLog
import Postgres
import TestSupport
import Testing

@Suite struct LedgerPlanTests {
    /// An update of the state, queries with their parameters, and the most pages that one may read after it.
    private static let cases: [(update: String, queries: [String], parameters: [Parameter], most: Int)] = [
        (allProjected, queries, [], 60),
        // Most of these are pages of the catalogs, which show which event tables have rows.
        (allCounted, [SQLFiles.statement("queries/status_log.sql").text], [], 250),
        (ofAFileEach, [FileLedger.readEarlier.text], [.text("new"), .int(0)], 60),
    ]

    @Test(arguments: 0..<3) func whatIsAskedOfTheLedgerIsFoundWithoutReadingIt(number: Int) async throws {
        let (update, queries, parameters, most) = Self.cases[number]
        try await History.run { history in
            try await history.ingest([line("prompt_shown", 1, at: 0)])
            try await history.project()
            // The ledger is analyzed only when the test says so: statistics of a moment between its statements would
            // give other plans.
            _ = try await history.log.rows("ALTER TABLE log.batch SET (autovacuum_enabled = false)")
            _ = try await history.log.rows(Self.manyBatches)
            _ = try await history.log.rows(update)
            for isAnalyzed in [false, true] {
                if isAnalyzed { _ = try await history.log.rows("ANALYZE log.batch") }
                for query in queries {
                    let pages = try await history.pages(query, parameters)
                    #expect((1...most).contains(pages), "\(query) reads \(pages) pages")
                }
            }
            let ledger = try await history.pages("SELECT count(source) FROM log.batch")
            #expect(ledger > 500, "the ledger has \(ledger) pages")
        }
    }

    @Test func whatABatchHoldsIsFoundByItsBounds() async throws {
        try await History.run { history in
            for n in 1...3 { try await history.ingest([line("prompt_shown", n, at: 0, installation: n)]) }
            _ = try await history.log.rows("SET search_path = projection, log")
            let found = try await history.log.rows(
                """
                EXPLAIN (COSTS OFF) SELECT event.id FROM projection.permission_events(1, 2) AS event
                """)
            let plan = found.compactMap { $0[0] }.joined(separator: "\n")
            // The function must be inlined, so that its bounds can use the log's BRIN indexes.
            #expect(plan.contains("permission_event") && !plan.contains("Function Scan"), "\(plan)")
            #expect(
                try await history.log.rows("SELECT id FROM projection.permission_events(1, 2)") == [[uuid(2)]])
        }
    }

    private static let queries = [
        "SELECT analytics.horizon()",
        "SELECT projection.is_all_known('journey', (SELECT analytics.horizon()))",
        "SELECT projection.is_all_known('opens', '2027-01-01Z')",
        "SELECT projection.known_up_to('2030-01-01Z', (SELECT max(position) FROM log.batch))",
        "SELECT FROM projection.journeys_after((SELECT analytics.horizon()))",
        "SELECT FROM projection.late_events('2027-12-01Z', '2028-01-01Z')",
    ]
    private static let manyBatches = """
        INSERT INTO log.batch (
            batch_id, position, committed_at, latest_received_at, first_line, last_line, start_offset, end_offset,
            accepted, duplicates, rejected, is_last, source, engagement_months
        )
        SELECT
            head.batch_id + n, head.position + n, at, at, 1, 1, 0, 0, 0, 1, 0, false, 'test', '{}'
        FROM (SELECT max(batch_id) AS batch_id, max(position) AS position FROM log.batch) AS head
        CROSS JOIN generate_series(1, 50000) AS n
        CROSS JOIN LATERAL (SELECT timestamptz '2026-12-01Z' + n * interval '1 s') AS t (at)
        """
    private static let ofAFileEach = """
        UPDATE log.batch
        SET source_file = (SELECT max(source_file) FROM log.source_file), is_last = true, source = 'file ' || position
        WHERE true
        """
    private static let allCounted = """
        UPDATE projection.delivery_counted SET position = (SELECT max(position) FROM log.batch) WHERE true
        """
    private static let allProjected = """
        UPDATE projection.checkpoint SET position = (SELECT max(position) FROM log.batch) WHERE true
        """
}

extension History {
    /// Returns how many pages a query reads, including the functions it calls, after a first run has loaded the
    /// catalogs.
    fileprivate func pages(_ query: String, _ parameters: [Parameter] = []) async throws -> Int {
        let plan = try await log.owner.run { connection in
            _ = try connection.execute(Statement(file: "test", text: query), parameters).rows()
            let explain = "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) " + query
            return try connection.execute(Statement(file: "test", text: explain), parameters).rows()
        }
        let buffers = try #require(plan.compactMap { $0[0] }.first { $0.contains("Buffers: shared") })
        return buffers.split(whereSeparator: { " =".contains($0) }).compactMap { Int($0) }.reduce(0, +)
    }
}
