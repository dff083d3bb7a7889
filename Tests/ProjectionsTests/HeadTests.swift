import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct HeadTests {
    @Test func whatCommitsBetweenTheReadingOfTheHeadAndTheStepIsTakenInOnce() async throws {
        try await History.run { history in
            try await history.ingest([line("prompt_shown", 1, at: 0), sent("n", 2, at: 10)])
            // The projector has read the head, and its first step waits for the lease.
            let lease = try await history.holdingLease("projection journey")
            async let projected: Void = history.project()
            try await history.waitFor(1, waitingFor: "advisory")
            try await history.ingest([
                line("prompt_granted", 3, at: 5), opened("n", 4, at: 60), sent("n", 2, at: 10),
            ])
            await lease.close()
            try await projected
            // The fold reads all events of an installation, including new ones. What is counted event by event waits
            // for its batch.
            #expect(try await history.numbers() == ["1", "prompt_granted", "1", "0", "2", "2", "0"])
            try await history.project()
            #expect(try await history.numbers() == ["2", "prompt_granted", "1", "1", "4", "4", "1"])
            try await history.expectWhatARebuildGives()
        }
    }
}

extension History {
    /// Returns the position of all projections, a decision, and the numbers of sends, direct opens, events with a
    /// latency, accepted deliveries and duplicates.
    fileprivate func numbers() async throws -> [String?] {
        try await log.rows(
            """
            SELECT
                (SELECT string_agg(DISTINCT position::text, ' ') FROM projection.checkpoint),
                (SELECT decision FROM projection.journey),
                (SELECT sum(sent) FROM projection.opens_cell WHERE dimension = 'os'),
                (SELECT sum(direct_opens) FROM projection.opens_cell WHERE dimension = 'os'),
                (SELECT sum(events) FROM projection.quality_cell WHERE dimension = 'size_class'),
                (SELECT sum(deliveries) FROM projection.delivery_cell WHERE outcome = 'accepted'),
                (SELECT coalesce(sum(deliveries), 0) FROM projection.delivery_cell WHERE outcome = 'duplicate')
            """)[0]
    }
}
