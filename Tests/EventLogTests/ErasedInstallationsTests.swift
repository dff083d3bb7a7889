import EventLog
import Events
import Postgres
import TestSupport
import Testing

@Suite struct ErasedInstallationsTests {
    @Test func whoIsErasedIsRefusedAndNothingButTheCountIsKept() async throws {
        try await withWriter { log, writer in
            let early = try await writer.append(batch([event(.promptShown, id: 1), event(.promptShown, id: 2)]))
            #expect(early.accepted == 2)
            try await log.refuse(1)
            var late = batch([
                event(.promptShown, id: 1), event(.appOpened, id: 3), event(.appOpened, id: 4, installation: 2),
            ])
            late.parts = [0..<2, 2..<3]
            let outcome = try await writer.append(late)
            #expect(outcome.accepted == 1 && outcome.duplicates == 0)
            #expect(outcome.rejectedByReason == [.erased: 2])
            #expect(outcome.acceptedOfParts == [0, 1] && outcome.erased == [0, 1])
            let counts = try await log.rows("SELECT accepted, duplicates, rejected FROM log.batch ORDER BY position")
            #expect(counts == [["2", "0", "0"], ["1", "0", "2"]])
            let deliveries = try await log.rows(
                "SELECT outcome, reason, sum(deliveries) FROM log.delivery GROUP BY 1, 2 ORDER BY 1, 2")
            #expect(deliveries == [["accepted", nil, "3"], ["rejected", "erased", "2"]])
            #expect(try await log.rows("SELECT count(*) FROM log.quarantine") == [["0"]])
        }
    }

    @Test func nothingThatOnlyTheErasedNameIsKept() async throws {
        try await withWriter { log, writer in
            try await log.refuse(1)
            let january: Int64 = 1_767_268_800_000_000
            var events = [
                event(.notificationOpened, id: 1, at: january), event(.notificationOpened, id: 2, installation: 2),
            ]
            events[0].appID = "com.example.erased"
            events[0].os = OperatingSystem(name: .iOS, major: 99)
            for place in events.indices {
                events[place].campaign = "of \(place)"
                events[place].locale = "locale of \(place)"
            }
            let outcome = try await writer.append(batch(events))
            #expect(outcome.accepted == 1 && outcome.rejectedByReason == [.erased: 1])
            let words = try await log.rows("SELECT text FROM log.word ORDER BY text")
            #expect(words == [["locale of 1"], ["of 1"]])
            let names = try await log.rows("SELECT app_id, major, minor FROM log.app CROSS JOIN log.os")
            #expect(names == [["com.example.shop", "17", "4"]])
            let stored = try await log.rows(
                """
                SELECT campaign.text, locale.text, batch.engagement_months
                FROM log.engagement_event AS event
                INNER JOIN log.word AS campaign ON campaign.word = event.campaign
                INNER JOIN log.word AS locale ON locale.word = event.locale
                CROSS JOIN log.batch
                """)
            #expect(stored == [["of 1", "locale of 1", "{2026-03-01}"]])
        }
    }

    @Test func aWriterThatIsThereHearsOfEachErasure() async throws {
        try await withWriter { log, writer in
            for installation in [1, 2, 3] as [UInt64] {
                let before = try await writer.append(batch([event(.appOpened, id: 1, installation: installation)]))
                try await log.refuse(installation)
                let after = try await writer.append(batch([event(.appOpened, id: 2, installation: installation)]))
                #expect(before.accepted == 1 && after.rejectedByReason == [.erased: 1])
            }
            // What is refused moves no horizon.
            let receipts = try await log.rows("SELECT latest_received_at FROM log.batch WHERE accepted = 0")
            #expect(receipts == [[nil], [nil], [nil]])
        }
    }

    /// The server computes the HMAC by its definition (RFC 2104).
    @Test func theHashIsAnHMACUnderTheDatabasesKey() async throws {
        try await TestServer.withLog { log in
            try await log.refuse(7)
            let expected = try await log.rows(
                """
                SELECT sha256(pad.outer_pad || sha256(pad.inner_pad || uuid_send('\(EventUUID(high: 1, low: 7))'::uuid)))
                FROM (
                    SELECT
                        string_agg(set_byte('\\x00', 0, get_byte(padded.key, n) # 54), '' ORDER BY n) AS inner_pad,
                        string_agg(set_byte('\\x00', 0, get_byte(padded.key, n) # 92), '' ORDER BY n) AS outer_pad
                    FROM (SELECT erasure_key || decode(repeat('00', 32), 'hex') AS key FROM log.intake_rules) AS padded
                    CROSS JOIN generate_series(0, 63) AS n
                ) AS pad
                """)
            #expect(try await log.rows("SELECT installation_hash FROM log.erased") == expected)
        }
    }
}

extension TestLog {
    /// Makes writers refuse an installation.
    fileprivate func refuse(_ installation: UInt64) async throws {
        try await owner.run { connection in
            try ErasedInstallations.add([EventUUID(high: 1, low: installation)], connection)
        }
    }
}
