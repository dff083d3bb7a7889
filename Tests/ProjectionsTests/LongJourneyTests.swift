import TestSupport
import Testing

/// Journeys with thousands of changes of status.
@Suite struct LongJourneyTests {
    /// An array that is stored outside of its row is read block by block, each time that it is read.
    @Test func theArraysOfAJourneyAreReadOnce() async throws {
        try await TestServer.withLog { log in
            for statement in Self.journey { _ = try await log.rows(statement) }
            for function in Self.functions {
                let plan = try await log.rows(
                    """
                    EXPLAIN (ANALYZE, BUFFERS)
                    SELECT count(made) FROM projection.long_journey CROSS JOIN LATERAL \(function) AS made
                    """)
                let hits = try #require(plan.compactMap(\.[0]).joined().firstMatch(of: /shared hit=([0-9]+)/))
                #expect(Int(hits.output.1)! < 1_000, "\(function)")
            }
        }
    }

    private static let functions = [
        "projection.reach_changes(1, status_from, status, status_os, levels, 'UTC')",
        "projection.reachable_days(status_from, status, 'UTC')",
        "metric.status_spans(status_from, status, status_os)",
    ]

    /// A journey with 4,000 changes, whose arrays have 16 or 32 KB.
    private static let journey = [
        """
        CREATE TABLE projection.long_journey (
            status_from timestamptz[], status log.authorization_status[], status_os integer[], levels text
        )
        """,
        """
        ALTER TABLE projection.long_journey
            ALTER COLUMN status_from SET STORAGE EXTERNAL, ALTER COLUMN status SET STORAGE EXTERNAL,
            ALTER COLUMN status_os SET STORAGE EXTERNAL, ALTER COLUMN levels SET STORAGE EXTERNAL
        """,
        """
        INSERT INTO projection.long_journey (status_from, status, status_os, levels)
        SELECT
            array_agg('2026-01-01'::timestamptz + n * interval '1 hour' ORDER BY n),
            array_agg((ARRAY['denied', 'authorized'])[n % 2 + 1]::log.authorization_status ORDER BY n),
            array_agg(1 ORDER BY n),
            string_agg((ARRAY['-', 'p'])[n % 2 + 1], '' ORDER BY n)
        FROM generate_series(1, 4000) AS n
        """,
    ]
}
