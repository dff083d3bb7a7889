import EventLog
import Events
import Foundation
import Postgres
import TestSupport
import Testing

private typealias Bench = QuarantineBench

@Suite struct QuarantineRetryRaceTests {
    @Test func retriesAtOnceStoreOnceAndReleaseOnce() async throws {
        try await Bench.run { bench in
            let lines = (0..<300).map { Bench.line($0, type: $0 % 2 == 0 ? "prompt_shown" : "app_opened") }
            try await bench.hold(["{}"] + lines)
            let reports = try await withThrowingTaskGroup(of: QuarantineRetry.Report.self) { group in
                for retry in 0..<4 { group.addTask { try await bench.retry(chunkSize: 20 + retry * 30) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reports.map(\.accepted).reduce(0, +) == 300)
            #expect(reports.map(\.duplicates).reduce(0, +) == 0)
            let states = try await bench.states()
            #expect(states == [["1", "300", "0"]])
            let positions = try await bench.log.rows("SELECT count(*) = max(position) FROM log.batch")
            #expect(positions == [["t"]])
        }
    }

    @Test func aRetryBesideAClientThatSendsAgainStoresOneCopy() async throws {
        try await Bench.run { bench in
            let lines = (0..<40).map { Bench.line($0) }
            try await bench.hold(lines)
            async let retried = bench.retry(chunkSize: 3)
            var sent = Outcome()
            for line in lines.reversed() { sent.add(try await bench.send(line)) }
            let report = try await retried
            #expect(report.released == 40 && report.accepted + sent.accepted == 40)
            let stored = try await bench.log.rows("SELECT count(*) FROM log.permission_event")
            #expect(stored == [["40"]])
        }
    }

    @Test func anEventWhoseRowWasLostToADiscardIsStillNewToTheWriter() async throws {
        try await Bench.run { bench in
            try await bench.hold(["bad"])
            _ = try await QuarantineDiscard(session: bench.session).discard(QuarantineFilter())
            var late = batch([event(.promptShown, id: 1)])
            late.releases = [1]
            let writer = LogWriter(session: bench.session)
            let lost = try await writer.append(late)
            #expect(lost.deliveries == 0)
            let sent = try await writer.append(batch([event(.promptShown, id: 1)]))
            #expect(sent.accepted == 1)
            let batches = try await bench.log.rows("SELECT count(*), max(position) FROM log.batch")
            #expect(batches == [["2", "2"]])
        }
    }

    @Test func ofARetryOnlyWhatWasStillHeldIsStored() async throws {
        try await Bench.run { bench in
            try await bench.hold(["a", "b", "c"])
            _ = try await bench.log.rows("SELECT log.end_quarantine('{2}', true)")
            var retry = batch([event(.appOpened, id: 1), event(.promptShown, id: 2), event(.promptShown, id: 3)])
            retry.releases = [1, 2, 3]
            let outcome = try await LogWriter(session: bench.session).append(retry)
            #expect(outcome.accepted == 2 && outcome.duplicates == 0)
            let stored = try await bench.log.rows("SELECT id FROM log.permission_event")
            #expect(stored == [[EventUUID(high: 0, low: 3).description]])
        }
    }

    @Test func aRetryBesideADiscardDoesEitherWithEachRow() async throws {
        try await Bench.run { bench in
            try await bench.hold((0..<200).map { Bench.line($0) })
            let other = try await bench.database.session(as: .ingest)
            async let discarding = QuarantineDiscard(session: other).discard(QuarantineFilter())
            let report = try await bench.retry(chunkSize: 10)
            let discarded = try await discarding
            #expect(report.accepted + discarded == 200)
            let rows = try await bench.log.rows(
                """
                SELECT (SELECT count(*) FROM log.permission_event), count(released_at), count(discarded_at),
                    count(*) FILTER (WHERE released_at IS NOT NULL AND discarded_at IS NOT NULL)
                FROM log.quarantine
                """)
            #expect(rows == [["\(report.accepted)", "\(report.accepted)", "\(discarded)", "0"]])
        }
    }
}

@Suite struct QuarantineRetryTimeTests {
    /// The stamps of a line, why it was held, the app of its key, and its effective time on 1 March once it is retried; nil
    /// if that lies in the future. It happened at noon by its own clock, and was held on 2 March.
    @Test(
        arguments: [
            // Without a stamp the receipt is kept and corrects nothing.
            (#","sent_at":"2026-02-20T00:00:00Z""#, .unknownType, nil, "12:00:00"),
            // A stamp corrects the clock as it would have.
            (
                #","sent_at":"2026-03-02T01:00:00Z","received_at":"2026-03-02T00:00:00Z""#, .unknownType, nil,
                "11:00:00"
            ),
            // A line that could not be read keeps its time of ingest, whatever its stamp.
            (#","sent_at":"2026-03-01T13:00:00Z","received_at":"2026-03-01T12:30:00Z""#, .invalidJSON, nil, "11:30:00"),
            // No event lies more than a day after its receipt.
            (#","sent_at":"2026-03-01T11:59:00Z","received_at":"2026-03-03T00:00:00Z""#, .invalidJSON, nil, nil),
            // A clock that was ahead is no less wrong later.
            (#","received_at":"2026-02-28T11:59:59Z""#, .unknownType, nil, nil),
            // Over HTTP, with a key or without, the server's receipt corrects and the claim is ignored.
            (claim, .unknownType, "com.example.shop", "11:00:00"), (claim, .unknownType, "", "11:00:00"),
        ] as [(String, RejectReason, String?, String?)])
    func theTimesAreThoseOfTheFirstDelivery(
        stamps: String, reason: RejectReason, key: String?, effective: String?
    ) async throws {
        try await Bench.run { bench in
            try await bench.hold([Bench.line(1, more: stamps)], reason: reason, key: key)
            let report = try await bench.retry()
            let times = try await bench.log.rows("SELECT received_at, effective_at FROM log.permission_event")
            let expected: [[String?]] = effective.map { [["2026-03-02 00:00:00+00", "2026-03-01 \($0)+00"]] } ?? []
            #expect(times == expected)
            #expect(report.rejectedByReason == (effective == nil ? [.occurredInFuture: 1] : [:]))
        }
    }

    private static let claim = #","sent_at":"2026-03-02T01:00:00Z","received_at":"2020-01-01T00:00:00Z""#
}
