import EventLog
import Foundation
import TestSupport
import Testing

/// Sends damaged lines through the program. `script/torture fuzz` sends a million.
@Suite(.serialized, .tags(.heavy)) struct MutationTests {
    private let environment = ProcessInfo.processInfo.environment
    private var seed: UInt64 { environment["BELLWETHER_TORTURE_SEED"].flatMap(UInt64.init) ?? 1 }
    private var lines: Int { environment["BELLWETHER_FUZZ_LINES"].flatMap(Int.init) ?? 20_000 }

    @Test(.timeLimit(.minutes(60))) func everyDamagedLineHasOneOutcomeAndHarmsNoOther() async throws {
        try await withProgram { bench in
            var generator = MutatedLines(seed: seed)
            var total = IngestedCounts()
            while total.events < lines {
                let chunk = generator.chunk(lines: min(100_000, lines - total.events))
                let counts = try bench.ingest(chunk.bytes)
                let expected = LineCount(of: chunk.bytes)
                #expect(counts.events == expected.lines)
                #expect(counts.accepted + counts.duplicates + counts.rejected == counts.events)
                #expect(counts.rejectedByReason.values.reduce(0, +) == counts.rejected)
                #expect(counts.rejectedByReason["invalid_utf8"] == expected.invalidUTF8)
                #expect(counts.rejectedByReason["too_large"] ?? 0 >= expected.long)
                #expect(counts.accepted + counts.duplicates <= expected.objects)
                #expect(counts.accepted >= chunk.sound)
                total.add(counts)
                FileHandle.standardError.write(Data("torture: \(total.description)\n".utf8))
            }
            #expect(total.rejectedByReason.count == 9, "\(total.rejectedByReason)")
            try await bench.expectStored(total)
            try await bench.expectACleanFileGoesIn()
        }
    }
}

/// The counts that `ingest --json` prints.
private struct IngestedCounts: Decodable {
    private(set) var events = 0
    private(set) var accepted = 0
    private(set) var duplicates = 0
    private(set) var rejected = 0
    private(set) var rejectedByReason: [String: Int] = [:]

    enum CodingKeys: String, CodingKey {
        case events, accepted, duplicates, rejected
        case rejectedByReason = "rejected_by_reason"
    }

    mutating func add(_ other: IngestedCounts) {
        events += other.events
        accepted += other.accepted
        duplicates += other.duplicates
        rejected += other.rejected
        rejectedByReason.merge(other.rejectedByReason, uniquingKeysWith: +)
    }

    var description: String {
        let reasons = rejectedByReason.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(
            separator: ", ")
        return "\(events) lines: \(accepted) accepted, \(duplicates) duplicates, \(rejected) rejected (\(reasons))"
    }
}

extension Workbench {
    /// Ingests a file with these bytes and returns the counts.
    fileprivate func ingest(_ bytes: [UInt8]) throws -> IngestedCounts {
        let path = folder + "/chunk.ndjson"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try JSONDecoder().decode(
            IngestedCounts.self, from: Data(run("ingest", "--quiet", "--json", "chunk.ndjson").output.utf8))
    }

    /// Expects the log to contain the accepted events and the batch ledger to account for every line.
    fileprivate func expectStored(_ counts: IngestedCounts) async throws {
        let log = try await TestLog(database)
        let rows = try await log.rows(
            """
            SELECT
                (SELECT count(*) FROM log.permission_event)
                    + (SELECT count(*) FROM log.engagement_event WHERE type >= 'notification_sent'),
                (SELECT sum(accepted + duplicates + rejected) FROM log.batch),
                (SELECT sum(deliveries) FROM log.delivery WHERE outcome = 'rejected'),
                (SELECT count(*) FROM log.quarantine WHERE line_hash <> encode(substring(sha256(bytes) FOR 16), 'hex')::uuid)
            """)
        #expect(rows == [["\(counts.accepted)", "\(counts.events)", "\(counts.rejected)", "0"]])
    }

    /// Expects simulated events to give the same counts as in a new database.
    fileprivate func expectACleanFileGoesIn() async throws {
        try simulate(installations: 300, days: 60)
        let before = try await TestServer.withDatabase { database in
            let run = try ProgramRun.run(
                ["ingest", "--quiet", "--json", "events.ndjson"], database: database.target, in: folder)
            return try JSONDecoder().decode(IngestedCounts.self, from: Data(run.output.utf8))
        }
        let after = try JSONDecoder().decode(
            IngestedCounts.self, from: Data(run("ingest", "--quiet", "--json", "events.ndjson").output.utf8))
        #expect(after.events > 3_000 && after.description == before.description)
    }
}
