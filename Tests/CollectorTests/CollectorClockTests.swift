import Events
import TestSupport
import Testing

@Suite struct CollectorClockTests {
    /// 2100-01-01T00:00:00Z
    private static let future = Timestamp(microseconds: 4_102_444_800_000_000)

    @Test func aCollectorWhoseClockIsAheadStoresNothingAndIsNotReady() async throws {
        let clock: @Sendable () -> Timestamp = { Self.future }
        try await CollectorBench.run(now: clock) { bench in
            let clocks = "clock says 2100-01-01T00:00:00Z and the database server's only 20"
            let reply = try await bench.post("[\(line(1)),{}]")
            #expect(reply.status == 503 && reply.code == "not_ready" && reply.headers["retry-after"] == "5")
            #expect(reply.body.contains(clocks))
            let readiness = try await bench.request("GET", "/readyz")
            #expect(readiness.status == 503 && readiness.body.contains(clocks))
            try await expect(bench.stored() == 0)
        }
    }
}
