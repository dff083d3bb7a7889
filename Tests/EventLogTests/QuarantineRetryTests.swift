import EventLog
import Events
import Foundation
import Postgres
import TestSupport
import Testing

private typealias Bench = QuarantineBench

@Suite struct QuarantineRetryTests {
    @Test func whatIsGoodNowIsStoredOnceAndReleased() async throws {
        try await Bench.run { bench in
            try await bench.hold([Bench.line(1), Bench.line(2, type: "app_opened"), "{}"])
            let report = try await bench.retry()
            #expect(report.accepted == 2 && report.duplicates == 0 && report.retried == 3)
            #expect(report.rejectedByReason == [.missingField: 1])
            let states = try await bench.states()
            #expect(states == [["1", "2", "0"]])
            let again = try await bench.retry()
            #expect(again.released == 0 && again.stillRejected == 1)
            let events = try await bench.log.rows(
                """
                SELECT
                    (SELECT count(*) FROM log.permission_event),
                    (SELECT count(*) FROM log.engagement_event WHERE type >= 'notification_sent')
                """)
            #expect(events == [["1", "1"]])
        }
    }

    @Test func whatIsStillRejectedKeepsItsFirstReasonAndIsNotHeldTwice() async throws {
        try await Bench.run { bench in
            try await bench.hold(["{}"], reason: .invalidJSON)
            let report = try await bench.retry()
            #expect(report.rejectedByReason == [.missingField: 1])
            let rows = try await bench.log.rows("SELECT reason, detail FROM log.quarantine")
            #expect(rows == [["invalid_json", "not yet"]])
            let batches = try await bench.log.rows("SELECT count(*) FROM log.batch")
            #expect(batches == [["1"]])
        }
    }

    @Test func aRetryCountsNoDeliveryAndTheLedgerHasItsBatch() async throws {
        try await Bench.run { bench in
            try await bench.hold([Bench.line(1), Bench.line(2), "{}"])
            let deliveries = "SELECT outcome, reason, deliveries, received_from FROM log.delivery ORDER BY 1, 2"
            let before = try await bench.log.rows(deliveries)
            _ = try await bench.retry()
            let after = try await bench.log.rows(deliveries)
            #expect(before == after)
            let ledger = try await bench.log.rows(
                """
                SELECT
                    batch.position, batch.accepted, batch.duplicates, batch.rejected,
                    (SELECT min(quarantine_id) FROM log.quarantine WHERE released_at IS NOT NULL) = batch.first_line,
                    (SELECT max(quarantine_id) FROM log.quarantine WHERE released_at IS NOT NULL) = batch.last_line,
                    batch.source, batch.latest_received_at,
                    (SELECT count(*) FROM log.permission_event WHERE permission_event.batch_id = batch.batch_id)
                FROM log.batch ORDER BY batch.position DESC LIMIT 1
                """)
            #expect(ledger == [["2", "0", "0", "0", "t", "t", "quarantine", "2026-03-02 00:00:00+00", "2"]])
        }
    }

    @Test func anEventThatIsInTheLogAlreadyReleasesItsRowAndTheHorizonKnowsWhatWasReleased() async throws {
        try await Bench.run { bench in
            _ = try await bench.send(Bench.line(1))
            let later = Timestamp(microseconds: Bench.receipt.microseconds + 60_000_000)
            try await bench.hold([Bench.line(1), Bench.line(2)], at: later)
            let report = try await bench.retry()
            #expect(report.accepted == 1 && report.duplicates == 1 && report.released == 2)
            #expect(try await bench.states() == [["0", "2", "0"]])
            let horizon = try await bench.log.rows("SELECT max(latest_received_at) FROM log.batch")
            #expect(horizon == [["2026-03-02 00:01:00+00"]])
        }
    }

    @Test func aLineOfWhichOnlyTheBeginningWasKeptStaysRejected() async throws {
        try await Bench.run { bench in
            try await bench.hold([Bench.line(1)], reason: .tooLarge, byteCount: 200_000)
            let report = try await bench.retry()
            #expect(report.rejectedByReason == [.tooLarge: 1] && report.keptInPart == 1 && report.released == 0)
        }
    }

    @Test func theSameBytesWithAnotherAppsKeyAreAnotherDelivery() async throws {
        try await Bench.run { bench in
            for key in ["com.example.other", "com.example.shop", "", nil] {
                for _ in 1...2 { try await bench.hold([Bench.line(1), Bench.line(1)], key: key) }
            }
            let copies = try await bench.log.rows(
                "SELECT key_app_id, array_agg(copy ORDER BY copy) FROM log.quarantine GROUP BY 1 ORDER BY 1")
            #expect(
                copies == [
                    ["", "{1}"], ["com.example.other", "{1}"], ["com.example.shop", "{1}"], [nil, "{1,2}"],
                ])
            let report = try await bench.retry()
            #expect(report.accepted == 1 && report.duplicates == 3)
            #expect(report.rejectedByReason == [.invalidField: 1])
        }
    }

    @Test func aFilterOrIdsChooseWhatIsRetried() async throws {
        try await Bench.run { bench in
            try await bench.hold([Bench.line(1), Bench.line(2)], source: "march/a.ndjson")
            try await bench.hold([Bench.line(3)], reason: .invalidField, source: "april/a.ndjson")
            var filter = QuarantineFilter()
            filter.ids = [2]
            #expect(try await bench.retry(filter).released == 1)
            filter = QuarantineFilter()
            filter.source = .init("april/*")
            #expect(try await bench.retry(filter).released == 1)
            filter = QuarantineFilter()
            filter.reason = .invalidField
            #expect(try await bench.retry(filter).retried == 0)
            filter.reason = .unknownType
            #expect(try await bench.retry(filter).released == 1)
        }
    }
}
