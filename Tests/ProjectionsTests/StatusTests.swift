import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct StatusTests {
    @Test func deliveriesAreThoseOfTheLedgerHoweverFarTheirProjectionIs() async throws {
        try await History.run { history in
            try await history.expectLedgerInStatus()
            let shown = line("prompt_shown", 1, at: 0)
            _ = try await history.report(of: [shown, shown, "bad"], batchSize: 1)
            try await history.expectLedgerInStatus()
            try await history.project()
            try await history.expectLedgerInStatus()
            try await history.retry([line("prompt_granted", 2, at: 5)], chunkSize: 1)
            try await history.expectLedgerInStatus()
            try await history.erase([1])
            _ = try await history.outcome(of: [line("prompt_denied", 3, at: 9), "worse"])
            try await history.expectLedgerInStatus()
            try await history.project()
            try await history.expectLedgerInStatus()
            try await history.rebuild()
            try await history.expectLedgerInStatus()
        }
    }
}

extension History {
    /// Expects the batches, outcomes, latest receipt and newest batch in the status to equal those of the whole ledger.
    fileprivate func expectLedgerInStatus(at place: SourceLocation = #_sourceLocation) async throws {
        let status = try await status()
        let counts = [status.batches, status.accepted, status.duplicates, status.rejected]
        let shown = counts.map { "\($0)" as String? } + [status.horizon, status.lastBatch]
        let ledger = try await log.rows(
            """
            SELECT
                count(*), coalesce(sum(accepted), 0), coalesce(sum(duplicates), 0), coalesce(sum(rejected), 0),
                to_char(max(latest_received_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                to_char(max(committed_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
            FROM log.batch
            """)
        #expect(ledger == [shown], sourceLocation: place)
    }
}
