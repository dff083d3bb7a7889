import EventLog
import Events
import Foundation
import Glibc
import Ingest
import Postgres
import TestSupport
import Testing

@Suite struct IngestTests {
    @Test func aSecondDeliveryOfTheSameEventIsADuplicate() async throws {
        try await withLog { log, folder in
            let first = EventLines.line("notification_opened", id: 10, at: "2026-03-01T12:00:00.5Z")
            // The same instant with another offset, the ids in another letter case, another sent_at.
            let again = EventLines.line(
                "notification_opened", id: 10, at: "2026-03-01T21:00:00.500000+09:00",
                more: #","sent_at":"2026-03-02T00:00:30Z""#
            ).replacing("00000000-0000-4000-8000-00000000000a", with: "00000000-0000-4000-8000-00000000000A")
            let one = try await log.ingest([first, again].joined(separator: "\n").write(to: folder, "a.ndjson"))
            #expect(one.outcome.accepted == 1 && one.outcome.duplicates == 1)
            let two = try await log.ingest((again + "\n" + first).write(to: folder, "b.ndjson"))
            #expect(two.outcome.accepted == 0 && two.outcome.duplicates == 2)
            #expect(
                try await log.rows("SELECT count(*) FROM log.engagement_event WHERE type >= 'notification_sent'") == [
                    ["1"]
                ])
        }
    }

    @Test func identityIsAppInstallationIdAndInstant() async throws {
        try await withLog { log, folder in
            let lines = [
                EventLines.line("prompt_shown", id: 10),
                EventLines.line("prompt_shown", id: 11),
                EventLines.line("prompt_shown", id: 10, installation: 2),
                EventLines.line("prompt_shown", id: 10, app: "com.example.other"),
                EventLines.line("prompt_shown", id: 10, at: "2026-03-01T12:00:00.000001Z"),
                // Digits after the microseconds are dropped.
                EventLines.line("prompt_shown", id: 10, at: "2026-03-01T12:00:00.000001999Z"),
            ]
            let report = try await log.ingest(lines.joined(separator: "\n").write(to: folder, "a.ndjson"))
            #expect(report.outcome.accepted == 5 && report.outcome.duplicates == 1)
        }
    }

    @Test func eventsThatDifferInTheirAppsAloneAreToldApartFromTheBatchBefore() async throws {
        try await withLog { log, folder in
            // Four apps in each batch, in different orders. The third batch has none of the apps of the others.
            let lines = ["abcd", "dbef", "wxyz", "fcag"].flatMap { apps in
                apps.map { EventLines.line("app_opened", id: 10, app: "com.example.\($0)") }
            }
            let report = try await log.ingest(
                lines.joined(separator: "\n").write(to: folder, "a.ndjson"), batchSize: 4)
            #expect(report.outcome.accepted == 11 && report.outcome.duplicates == 5)
            #expect(try await log.rows("SELECT count(DISTINCT app) FROM log.engagement_event") == [["11"]])
        }
    }

    @Test(arguments: [["prompt_shown", "app_opened"], ["app_opened", "prompt_shown"]])
    func aCopyThatClaimsAnotherTypeIsStillACopy(types: [String]) async throws {
        try await withLog { log, folder in
            let lines = types.map { EventLines.line($0, id: 10) }
            let first = try await log.ingest(lines[0].write(to: folder, "a.ndjson"))
            #expect(first.outcome.accepted == 1)
            // Another writer, with empty caches.
            let other = try await TestLog(log.database)
            let second = try await other.ingest(lines.joined(separator: "\n").write(to: folder, "b.ndjson"))
            #expect(second.outcome.accepted == 0 && second.outcome.duplicates == 2)
            let stored = try await log.rows(
                """
                SELECT type FROM log.permission_event
                UNION ALL SELECT type FROM log.engagement_event WHERE type >= 'notification_sent'
                """)
            #expect(stored == [[types[0]]])
        }
    }

    @Test func aFileThatWasIngestedWholeIsSkippedUnderAnyName() async throws {
        try await withLog { log, folder in
            let text = EventLines.line("prompt_shown", id: 1) + "\nbad\n"
            let first = try await log.ingest(text.write(to: folder, "a.ndjson"))
            #expect(!first.isSkipped)
            #expect(try await log.ingest(text.write(to: folder, "a.ndjson")).isSkipped)
            #expect(try await log.ingest(text.write(to: folder, "b.ndjson")).isSkipped)
            #expect(try await log.rows("SELECT count(*) FROM log.quarantine") == [["1"]])
            #expect(try await log.ingest(text.appending("\n").write(to: folder, "a.ndjson")).isSkipped == false)
        }
    }

    @Test func gapsThatAnInterruptionLeftAreIngestedAndNothingElse() async throws {
        try await withLog { log, folder in
            let lines = (0..<100).map { EventLines.line("app_opened", id: 1_000 + $0) }
            let path = try lines.joined(separator: "\n").write(to: folder, "a.ndjson")
            try await log.ingest(path, batchSize: 10)
            // As after a crash: some batches in flight were not stored, later ones were, and the file is not marked as
            // complete.
            let gone = "SELECT batch_id FROM log.batch WHERE first_line IN (11, 21, 51) OR is_last"
            for table in ["delivery", "engagement_event", "batch"] {
                _ = try await log.rows("DELETE FROM log.\(table) WHERE batch_id IN (\(gone))")
            }
            let report = try await log.ingest(path, batchSize: 12)
            #expect(report.outcome.accepted == 30 && report.outcome.duplicates == 0 && report.resumedAfterLine == 10)
            let ledger = try await log.rows(
                """
                SELECT first_line, last_line, is_last FROM log.batch
                WHERE first_line <= last_line OR is_last ORDER BY first_line, last_line
                """)
            #expect(ledger.map { $0[0] } == ["1", "11", "23", "31", "41", "51", "61", "71", "81", "91", "101"])
            #expect(ledger.map { $0[2] }.filter { $0 == "t" }.count == 1)
            #expect(try await log.ingest(path).isSkipped)
        }
    }

    @Test func aPartThatWasNotTheFilesBeginningIsReadAgain() async throws {
        try await withLog { log, folder in
            let lines = (0..<20).map { EventLines.line("app_opened", id: 1_000 + $0) }
            let path = try lines.joined(separator: "\n").write(to: folder, "a.ndjson")
            try await log.ingest(path, batchSize: 10)
            // As if somebody had written to the file while its first batch was being read.
            for table in ["delivery", "batch"] {
                _ = try await log.rows(
                    "DELETE FROM log.\(table) WHERE batch_id IN (SELECT batch_id FROM log.batch WHERE position > 1)")
            }
            _ = try await log.rows("DELETE FROM log.engagement_event WHERE true")
            _ = try await log.rows("UPDATE log.batch SET prefix_hash = sha256('something else') WHERE true")
            let report = try await log.ingest(path, batchSize: 10)
            #expect(report.resumedAfterLine == 0 && report.outcome.accepted == 20)
        }
    }

    @Test func outcomesAddUpToWhatCameInByReceipt() async throws {
        try await withLog { log, folder in
            let lines = [
                EventLines.line("prompt_shown", id: 1), EventLines.line("prompt_shown", id: 1),
                EventLines.line("prompt_wished", id: 2), "nonsense",
                EventLines.line("app_opened", id: 3).replacing(
                    EventLines.receivedAt, with: "2026-03-01T23:44:59.999999Z"),
            ]
            try await log.ingest(lines.joined(separator: "\n").write(to: folder, "a.ndjson"))
            let rows = try await log.rows(
                """
                SELECT received_from, outcome, reason, deliveries FROM log.delivery
                ORDER BY received_from, outcome, reason
                """)
            #expect(
                rows == [
                    ["2026-03-01 23:31:00+00", "accepted", nil, "1"],
                    ["2026-03-02 00:00:00+00", "accepted", nil, "1"],
                    ["2026-03-02 00:00:00+00", "duplicate", nil, "1"],
                    // An unreadable line has the time of ingest.
                    ["2026-03-02 00:00:00+00", "rejected", "unknown_type", "1"],
                    ["2026-06-01 00:00:00+00", "rejected", "invalid_json", "1"],
                ])
        }
    }

    @Test func everyFieldOfAnEventReachesTheLogAndTheViewOfIt() async throws {
        try await withLog { log, folder in
            let line = #"""
                {"id":"0191E2C4-5b7a-7c3e-9a41-3f6d2b8e1c55","type":"notification_opened","app_id":"com.example.shop",
                "installation_id":"8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b","occurred_at":"2026-03-01T17:15:30.123+09:00",
                "sent_at":"2026-03-01T17:15:31.000+09:00","received_at":"2026-03-01T08:15:32Z","sequence":41,
                "os":{"name":"ios","version":"17.4.1 (21E236)"},"app_version":"5.12.0","device_model":"iPhone15,3",
                "locale":"ja_JP","data":{"notification_id":"n-1","campaign":"spring","app_state":"background",
                "trigger":"push","action":"reply","more":[1,{"a":"é"}],"gone":null}}
                """#.replacing("\n", with: "")
            let other = EventLines.line("status_observed", id: 1, data: #"{"status":"denied"}"#)
            let report = try await log.ingest((line + "\n" + other).write(to: folder, "a.ndjson"))
            #expect(report.outcome.accepted == 2)
            let rows = try await log.rows(
                """
                SELECT
                    id, type, app_id, installation_id, occurred_at, occurred_offset, sent_at, received_at, effective_at,
                    sequence, os_name, os_version, os_patch, app_version, device_model, locale, status, notification_id,
                    campaign, app_state, trigger, action, data
                FROM analytics.events ORDER BY type DESC
                """)
            #expect(
                rows == [
                    [
                        "0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55", "notification_opened", "com.example.shop",
                        "8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b", "2026-03-01 08:15:30.123+00", "540",
                        "2026-03-01 08:15:31+00", "2026-03-01 08:15:32+00", "2026-03-01 08:15:30.123+00", "41", "iOS",
                        "17.4", "1", "5.12.0", "iPhone15,3", "ja_JP", nil, "n-1", "spring", "background", "push",
                        "reply",
                        #"{"more": [1, {"a": "é"}]}"#,
                    ],
                    [
                        EventLines.uuid(1), "status_observed", "com.example.shop", EventLines.uuid(1),
                        "2026-03-01 12:00:00+00", "0", nil, "2026-03-02 00:00:00+00", "2026-03-01 12:00:00+00", nil,
                        "iOS", "17.4", "0", nil, nil, nil, "denied", nil, nil, nil, nil, nil, nil,
                    ],
                ])
        }
    }

    @Test func wordsThatSwiftTakesForEqualStayTwo() async throws {
        try await withLog { log, folder in
            let composed = EventLines.line("app_opened", id: 1, more: ",\"locale\":\"\u{E9}\"")
            let decomposed = EventLines.line("app_opened", id: 2, more: ",\"locale\":\"e\u{301}\"")
            try await log.ingest((composed + "\n" + decomposed).write(to: folder, "a.ndjson"))
            let rows = try await log.rows(
                """
                SELECT encode(convert_to(word.text, 'UTF8'), 'hex')
                FROM log.engagement_event AS e INNER JOIN log.word ON word.word = e.locale ORDER BY e.id
                """)
            #expect(rows == [["c3a9"], ["65cc81"]])
        }
    }

    @Test func aFileOfAFolderWhoseNameIsNotUTF8IsReadAllTheSame() async throws {
        try await withLog { log, folder in
            let path = try EventLines.line("app_opened", id: 1).write(to: folder, "a")
            let odd = Array((folder + "/b").utf8) + [0xE9] + Array(".ndjson\0".utf8)
            try #require(rename(path, odd.map { CChar(truncatingIfNeeded: $0) }) == 0)
            let session = try await log.database.session(as: .ingest)
            let ingest = Ingest(session: session, now: { TestLog.now })
            for source in try Source.named(folder) {
                let report = try await ingest.ingest(source)
                #expect(report.outcome.accepted == 1 && source.path == folder + "/b\u{FFFD}.ndjson")
            }
            await session.close()
            let sources = try await log.rows("SELECT source FROM log.batch")
            #expect(sources == [[folder + "/b\u{FFFD}.ndjson"]])
        }
    }

    @Test func aPipeInAFolderIsPassedOver() async throws {
        try await withFolder { folder in
            let file = try EventLines.line("app_opened", id: 1).write(to: folder, "b.ndjson")
            try #require(mkfifo(folder + "/a.ndjson", 0o600) == 0)
            #expect(try Source.named(folder) == [.file(path: file)])
        }
    }

    @Test(.timeLimit(.minutes(1))) func devicesAreReadByNobodyWhateverLeadsToThem() async throws {
        try await withFolder { folder in
            let file = try EventLines.line("app_opened", id: 1).write(to: folder, "c.ndjson")
            try #require(symlink("/dev/zero", folder + "/a.ndjson") == 0)
            try #require(symlink(folder + "/a.ndjson", folder + "/b.json.gz") == 0)
            #expect(try Source.named(folder) == [.file(path: file)])
            try await TestServer.withDatabase { database in
                let session = try await database.session(as: .ingest)
                let ingest = Ingest(session: session, now: { TestLog.now })
                for path in ["/dev/zero", "/dev/null", folder + "/b.json.gz"] {
                    let error = try await #require(throws: SourceError.self) {
                        _ = try await ingest.ingest(.file(path: path))
                    }
                    #expect(error.kind == .noInput && error.description.contains("it is a device"))
                }
                await session.close()
            }
        }
    }

    @Test func aFolderGivesItsEventFilesInTheOrderOfTheirNames() async throws {
        try await withFolder { folder in
            for name in ["b.jsonl.zst", "a.ndjson", "c.json.gz", "c.json", "d.txt", ".e.ndjson", "f.gz"] {
                _ = try "".write(to: folder, name)
            }
            let expected = ["a.ndjson", "b.jsonl.zst", "c.json", "c.json.gz"].map { folder + "/" + $0 }
            #expect(try Source.named(folder).map(\.path) == expected)
        }
    }
}
