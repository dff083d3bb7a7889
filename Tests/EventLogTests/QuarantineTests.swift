import EventLog
import Events
import Foundation
import Postgres
import TestSupport
import Testing

private typealias Bench = QuarantineBench

@Suite struct QuarantineListTests {
    /// Returns source and line of each listed delivery.
    private func places(
        _ bench: QuarantineBench, _ filter: QuarantineFilter = QuarantineFilter(), limit: Int = .max
    ) async throws -> [String] {
        var places: [String] = []
        try await Quarantine(session: bench.session).list(filter, limit: limit) { page in
            places += page.map { "\($0.source):\($0.line)" }
        }
        return places
    }

    @Test func theNewestComeFirstAndOfOneBatchTheLastLine() async throws {
        try await Bench.run { bench in
            try await bench.hold(["a", "b", "c"], source: "a")
            try await bench.hold(["d"], source: "b", at: Timestamp(microseconds: Bench.receipt.microseconds - 1))
            try await bench.hold(["e"], source: "c", at: Timestamp(microseconds: Bench.receipt.microseconds + 1))
            #expect(try await places(bench) == ["c:1", "a:3", "a:2", "a:1", "b:1"])
            #expect(try await places(bench, limit: 2) == ["c:1", "a:3"])
        }
    }

    @Test func pagesJoinWithoutGapOrRepetitionAndManyChunksDiscardEverything() async throws {
        try await Bench.run { bench in
            try await bench.hold((0..<2_345).map { "bad \($0)" })
            let all = try await places(bench)
            let isWhole = all == (1...2_345).reversed().map { "a.ndjson:\($0)" }
            #expect(isWhole)
            let some = try await places(bench, limit: 1_500)
            #expect(some.count == 1_500)
            let count = try await Quarantine(session: bench.session).count(QuarantineFilter())
            #expect(count == 2_345)
            #expect(try await QuarantineDiscard(session: bench.session).discard(QuarantineFilter()) == 2_345)
        }
    }

    @Test func aFilterLimitsByReasonSourceTimeAndState() async throws {
        try await Bench.run { bench in
            try await bench.hold(["a"], reason: .invalidJSON, source: "in/a*b.ndjson")
            try await bench.hold(["b"], source: "in/b.ndjson", at: Timestamp(microseconds: 1_700_000_000_000_000))
            try await bench.hold([Bench.line(1)], source: "out/b.ndjson")
            _ = try await bench.retry()
            var filter = QuarantineFilter(state: nil)
            filter.reason = .invalidJSON
            #expect(try await places(bench, filter) == ["in/a*b.ndjson:1"])
            filter = QuarantineFilter(state: nil)
            filter.source = .exact("in/b.ndjson")
            #expect(try await places(bench, filter) == ["in/b.ndjson:1"])
            filter.source = .prefix("in/")
            #expect(try await places(bench, filter) == ["in/a*b.ndjson:1", "in/b.ndjson:1"])
            filter.since = Bench.receipt
            #expect(try await places(bench, filter) == ["in/a*b.ndjson:1"])
            filter.until = Bench.receipt
            #expect(try await places(bench, filter) == [])
            #expect(try await places(bench, QuarantineFilter(state: .released)) == ["out/b.ndjson:1"])
            #expect(try await places(bench, QuarantineFilter(state: .discarded)) == [])
            #expect(try await places(bench) == ["in/a*b.ndjson:1", "in/b.ndjson:1"])
        }
    }
}

@Suite struct QuarantineDiscardTests {
    @Test func aDiscardEmptiesTheBytesKeepsRowAndCountsAndIsNotRetried() async throws {
        try await Bench.run { bench in
            try await bench.hold(["a", "b"])
            let id = try await bench.log.rows("SELECT quarantine_id FROM log.quarantine WHERE line = 1")[0][0]
            var filter = QuarantineFilter()
            filter.ids = [try #require(id.flatMap(Int.init))]
            let discard = QuarantineDiscard(session: bench.session)
            #expect(try await discard.discard(filter) == 1)
            #expect(try await discard.discard(filter) == 0)
            let rows = try await bench.log.rows(
                """
                SELECT octet_length(bytes), byte_count, line_hash = encode(substring(sha256(convert_to('a', 'UTF8')) FOR 16), 'hex')::uuid, discarded_at IS NULL
                FROM log.quarantine ORDER BY line
                """)
            #expect(rows == [["0", "1", "t", "f"], ["1", "1", "f", "t"]])
            let counted = try await bench.log.rows("SELECT sum(deliveries) FROM log.delivery")
            #expect(counted == [["2"]])
            #expect(try await bench.retry().retried == 1)
        }
    }

    @Test func theSameBytesDeliveredAgainStayDiscarded() async throws {
        try await Bench.run { bench in
            try await bench.hold(["a"])
            _ = try await QuarantineDiscard(session: bench.session).discard(QuarantineFilter())
            try await bench.hold(["a"])
            let states = try await bench.states()
            #expect(states == [["0", "0", "1"]])
        }
    }
}
