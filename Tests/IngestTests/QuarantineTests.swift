import EventLog
import Events
import Foundation
import Ingest
import TestSupport
import Testing

/// A line for each reason that can be found without the log. Bytes, because not all are valid text.
private let rejected: [(reason: RejectReason, line: [UInt8])] = [
    (.tooLarge, Array(EventLines.line("prompt_shown", id: 1, data: pad(9_000)).utf8)),
    (.invalidUTF8, Array("{\"id\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)),
    (.invalidJSON, Array(#"{"id":"\ud800"}"#.utf8)),
    (.invalidJSON, Array("{} trailing".utf8)),
    (.missingField, Array(#"{"type":"prompt_shown"}"#.utf8)),
    (.missingField, Array(EventLines.line("notification_sent", id: 1).utf8)),
    (.invalidField, Array(EventLines.line("prompt_shown", id: 1, at: "2026-02-30T00:00:00Z").utf8)),
    (.unknownType, Array(EventLines.line("prompt_wished", id: 1).utf8)),
    (
        .impossibleForOS,
        Array(EventLines.line("provisional_started", id: 1).replacing("17.4", with: "11.4").utf8)
    ),
    (.occurredInFuture, Array(EventLines.line("prompt_shown", id: 1, at: "2026-03-03T00:00:01Z").utf8)),
    (.occurredTooEarly, Array(EventLines.line("prompt_shown", id: 1, at: "2007-12-31T23:59:59Z").utf8)),
]

private func pad(_ count: Int) -> String { #"{"note":"\#(String(repeating: "x", count: count))"}"# }

private func hex(_ bytes: some Sequence<UInt8>) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

/// Ingests the lines as one file. Returns their rows in the quarantine: reason, length, bytes as hex.
private func quarantine(_ lines: [[UInt8]], end: [UInt8] = [0x0A]) async throws -> [[String?]] {
    try await withLog { log, folder in
        let report = try await log.ingest(Data(lines.joined(separator: end)).write(to: folder, "rejected.ndjson"))
        #expect(report.outcome.rejected == lines.count && report.outcome.deliveries == lines.count)
        return try await log.rows("SELECT reason, byte_count, encode(bytes, 'hex') FROM log.quarantine ORDER BY line")
    }
}

@Suite struct QuarantineTests {
    @Test func everyReasonKeepsTheExactBytes() async throws {
        let rows = try await quarantine(rejected.map(\.line))
        let expected = rejected.map { [$0.reason.rawValue, "\($0.line.count)", hex($0.line)] }
        #expect(rows == expected)
        // The other two reasons need the log: retention and erasure.
        #expect(
            Set(RejectReason.allCases).subtracting(rejected.map(\.reason)) == [.olderThanRetention, .erased])
    }

    @Test func theEndOfALineIsNotPartOfIt() async throws {
        let rows = try await quarantine([Array("bad one\r".utf8), Array("bad two".utf8)], end: [0x0D, 0x0A])
        #expect(rows.map { $0[2] } == [hex("bad one\r".utf8), hex("bad two".utf8)])
    }

    @Test func ofALineThatIsTooLongTheBeginningIsKeptWithTheFullLength() async throws {
        let line = (0..<200_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        let rows = try await quarantine([line])
        let isKept = rows == [["too_large", "200000", hex(line.prefix(65_536))]]
        #expect(isKept)
    }

    @Test func aRejectDoesNotBlockALaterGoodEventOfTheSameIdentity() async throws {
        try await withLog { log, folder in
            let good = EventLines.line("prompt_shown", id: 1)
            let bad = good.replacing("17.4", with: "seventeen")
            let report = try await log.ingest([bad, good, bad].joined(separator: "\n").write(to: folder, "a.ndjson"))
            #expect(report.outcome.accepted == 1 && report.outcome.duplicates == 0 && report.outcome.rejected == 2)
        }
    }

    @Test func theTimeOfReceiptOfARejectIsItsOwnWhereItCouldBeRead() async throws {
        try await withLog { log, folder in
            let stamped = EventLines.line("prompt_wished", id: 1)
            try await log.ingest([stamped, "bad"].joined(separator: "\n").write(to: folder, "a.ndjson"))
            let rows = try await log.rows(
                "SELECT received_at, app_id, installation_id FROM log.quarantine ORDER BY line")
            #expect(
                rows == [
                    ["2026-03-02 00:00:00+00", "com.example.shop", EventLines.uuid(1)],
                    ["2026-06-01 00:00:00+00", nil, nil],
                ])
        }
    }
}
