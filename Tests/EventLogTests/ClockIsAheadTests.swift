import EventLog
import Events
import TestSupport
import Testing

@Suite struct ClockIsAheadTests {
    /// Returns a batch of one event whose receipt was stamped this many seconds after the server's present time.
    private static func stamped(_ seconds: Int64, _ log: TestLog) async throws -> Batch {
        let clock = try await log.rows("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
        var stamped = batch([event(.appOpened, id: 1)])
        stamped.stampedAt = Timestamp(microseconds: (Int64(clock[0][0] ?? "") ?? 0) + seconds * 1_000_000)
        return stamped
    }

    @Test func whatAClockStampedThatIsAheadIsNotStored() async throws {
        try await withWriter { log, writer in
            let early = try await Self.stamped(3_700, log)
            let error = await #expect(throws: ClockIsAhead.self) { _ = try await writer.append(early) }
            #expect(error?.receivedAt == early.stampedAt)
            #expect(try await log.rows("SELECT count(*) FROM log.batch") == [["0"]])
            let outcome = try await writer.append(try await Self.stamped(3_500, log))
            #expect(outcome.accepted == 1)
        }
    }
}
