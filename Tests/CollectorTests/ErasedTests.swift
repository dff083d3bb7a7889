import EventLog
import Events
import Postgres
import TestSupport
import Testing

@Suite struct ErasedTests {
    @Test func whatIsOfAnErasedInstallationIsRejectedByItsIndex() async throws {
        try await CollectorBench.run { bench in
            let erased = "00000000-0000-4000-8000-0000000000bb"
            try await expect(bench.post(line(1)).accepted == 1)
            try await bench.log.owner.run { connection in
                try ErasedInstallations.add([EventUUID(erased)!], connection)
            }
            let other = line(2).replacing("00000000-0000-4000-8000-0000000000aa", with: erased.uppercased())
            let reply = try await bench.post("[\(line(1)),{},\(other),\(line(3))]")
            #expect(reply.status == 200 && reply.accepted == 1 && reply.duplicates == 1)
            #expect(reply.indexes == [1, 2] && reply.reasons == ["missing_field", "erased"])
            try await expect(bench.stored() == 2)
            let alone = try await bench.post(other)
            #expect(alone.accepted == 0 && alone.duplicates == 0 && alone.reasons == ["erased"])
            let kept = try await bench.log.rows("SELECT reason FROM log.quarantine")
            #expect(kept == [["missing_field"]])
        }
    }
}

@Suite struct RetiredTests {
    @Test func whatIsOlderThanRetentionIsRejectedAlsoByWhoDidNotKnow() async throws {
        try await CollectorBench.run { bench in
            try await bench.log.owner.run { connection in
                try connection.script(
                    Statement("retain", "UPDATE log.intake_rules SET retained_from = '2026-03-01T00:00:00Z'"))
            }
            // The collector has stored nothing yet, so it has not read the rules since the change.
            let old = line(1).replacing("2026-03-01T12", with: "2026-02-28T12")
            let reply = try await bench.post("[\(old),\(line(2))]")
            #expect(reply.status == 200 && reply.accepted == 1)
            #expect(reply.indexes == [0] && reply.reasons == ["older_than_retention"])
            let again = try await bench.post(old)
            #expect(again.reasons == ["older_than_retention"])
            let held = try await bench.log.rows("SELECT reason, convert_from(bytes, 'UTF8') FROM log.quarantine")
            #expect(held == [["older_than_retention", old]])
        }
    }
}
