import EventLog
import Events
import Foundation
import Ingest
import TestSupport
import Testing

extension Tag {
    /// As in `BellwetherTests`.
    @Tag static var heavy: Self
}

/// Ingests damaged lines. `script/torture fuzz` sends a million.
@Suite(.tags(.heavy)) struct MutationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["BELLWETHER_TORTURE_SEED"].flatMap(UInt64.init) ?? 1
    private static let lines = environment["BELLWETHER_FUZZ_LINES"].flatMap(Int.init) ?? 20_000

    @Test(.timeLimit(.minutes(60))) func everyDamagedLineHasOneOutcomeAndHarmsNoOther() async throws {
        try await withLog { log, folder in
            var generator = MutatedLines(seed: Self.seed)
            var total = Outcome()
            while total.deliveries < Self.lines {
                let chunk = generator.chunk(lines: min(100_000, Self.lines - total.deliveries))
                let path = try Data(chunk.bytes).write(to: folder, "\(total.deliveries).ndjson")
                let outcome = try await log.ingest(path).outcome
                try FileManager.default.removeItem(atPath: path)
                let expected = LineCount(of: chunk.bytes)
                #expect(outcome.deliveries == expected.lines)
                #expect(outcome.rejectedByReason[.invalidUTF8] == expected.invalidUTF8)
                #expect(outcome.rejectedByReason[.tooLarge] ?? 0 >= expected.long)
                #expect(outcome.accepted + outcome.duplicates <= expected.objects)
                #expect(outcome.accepted >= chunk.sound)
                total.add(outcome)
                FileHandle.standardError.write(Data("torture: \(total.deliveries) lines\n".utf8))
            }
            #expect(total.rejectedByReason.count == 9, "\(total.rejectedByReason)")
            #expect(
                try await log.rows(Self.stored) == [
                    ["\(total.accepted)", "\(total.deliveries)", "\(total.rejected)", "0"]
                ])
        }
    }

    /// Selects the number of events, of deliveries by batch, of rejects, and of rejects kept with other bytes than those
    /// of their hash.
    private static let stored = """
        SELECT
            (SELECT count(*) FROM log.permission_event)
                + (SELECT count(*) FROM log.engagement_event WHERE type >= 'notification_sent'),
            (SELECT sum(accepted + duplicates + rejected) FROM log.batch),
            (SELECT sum(deliveries) FROM log.delivery WHERE outcome = 'rejected'),
            (SELECT count(*) FROM log.quarantine WHERE line_hash <> encode(substring(sha256(bytes) FOR 16), 'hex')::uuid)
        """
}
