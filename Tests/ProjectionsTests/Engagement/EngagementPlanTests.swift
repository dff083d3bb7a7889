import EventLog
import Postgres
import TestSupport
import Testing

@Suite struct EngagementPlanTests {
    @Test func noStepReadsAWholeTableOfState() async throws {
        try await History.run { history in
            try await history.ingest([
                sent("c", 5, at: 0), opened("b", 6, at: 0), opened("c", 7, at: 9), line("prompt_granted", 8, at: 5),
            ])
            _ = try await history.log.rows(Self.manyNotifications)
            _ = try await history.log.rows(Self.manyOpenings)
            _ = try await history.log.rows(Self.manyInstallations)
            for isAnalyzed in [false, true] {
                if isAnalyzed { _ = try await history.log.rows("ANALYZE") }
                let plans = try await history.plans("opens", from: 0, to: 1) + history.plans("activity", from: 0, to: 1)
                #expect(plans.contains { $0.contains("Scan using notification_send on notification") })
                #expect(wholeReads(plans) == [])
            }
        }
    }

    private static let manyNotifications = """
        INSERT INTO projection.notification (
            send_at, send_occurred_at, app, send_period, installation_id, send_id, notification_id
        )
        SELECT t.at, t.at, 1, projection.period(t.at), gen_random_uuid(), gen_random_uuid(), 'n-' || n % 100
        FROM (SELECT n, timestamptz '2025-01-01Z' + n * interval '10 min' AS at FROM generate_series(1, 50000) AS n) AS t
        """
    private static let manyOpenings = """
        INSERT INTO projection.opening (
            effective_at, occurred_at, period, app, os, type, is_local, installation_id, id
        )
        SELECT t.at, t.at, projection.period(t.at), 1, 1, 'app_opened', false, gen_random_uuid(), gen_random_uuid()
        FROM (SELECT n, timestamptz '2025-01-01Z' + n * interval '10 min' AS at FROM generate_series(1, 50000) AS n) AS t
        """
    private static let manyInstallations = """
        INSERT INTO projection.installation_activity (app, installation_id, active_28d, openers_28d, reachable)
        SELECT 1, gen_random_uuid(), '{}', '{}', '{}' FROM generate_series(1, 50000) AS n
        """
}

/// Returns the lines of plans that read a whole table of opens or activity.
private func wholeReads(_ plans: [String]) -> [String] {
    plans.filter { line in
        line.contains("Seq Scan on notification") || line.contains("Seq Scan on opening")
            || line.contains("Seq Scan on installation_activity")
    }
}

extension History {
    /// Executes a projection's steps over a range of positions, rolls them back, and returns the lines of their plans.
    fileprivate func plans(_ projection: String, from: Int, to: Int) async throws -> [String] {
        try await log.owner.run { connection in
            try connection.script(
                Statement("begin", "BEGIN; SET LOCAL search_path = projection, log"))
            defer { try? connection.script(Statement("roll back", "ROLLBACK")) }
            var lines: [String] = []
            for path in SQLFiles.paths(under: "projections/" + projection) where path.contains("/step_") {
                let text = SQLFiles.statement(path).text
                let statement = Statement(file: "test", text: "EXPLAIN (ANALYZE, COSTS OFF) " + text.withoutComments)
                let parameters: [Parameter] = text.contains("$2") ? [.int(from), .int(to)] : []
                lines += try connection.execute(statement, parameters).rows().compactMap { $0[0] }
            }
            return lines
        }
    }
}
