import EventLog
import TestSupport
import Testing

@Suite struct UnusedWordsTests {
    /// Returns one event of each kind of an installation, whose words begin with `word`.
    private static func lines(_ word: String, _ id: Int, installation: Int, at seconds: Double = 0) -> [String] {
        let more = ["app_version", "device_model", "locale"].map { #","\#($0)":"\#(word) \#($0)""# }.joined()
        let asked = EventText.line(
            "prompt_shown", id: id, installation: installation, at: time(seconds), received: time(seconds + 1),
            data: #"{"placement":"\#(word) placement","variant":"\#(word) variant"}"#, more: more)
        let sent = EventText.line(
            "notification_sent", id: id + 1, installation: installation, at: time(seconds), received: time(seconds + 1),
            data: #"{"notification_id":"n","campaign":"\#(word) campaign"}"#, more: more)
        let opened = EventText.line(
            "notification_opened", id: id + 2, installation: installation, at: time(seconds),
            received: time(seconds + 1), data: #"{"action":"\#(word) action"}"#, more: more)
        return [asked, sent, opened]
    }

    private static let words = "SELECT text FROM log.word ORDER BY text"
    private static let kinds = [
        "action", "app_version", "campaign", "device_model", "locale", "placement", "variant",
    ]

    @Test func wordsThatOnlyTheErasedUsedGo() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines("own", 10, installation: 2) + Self.lines("shared", 20, installation: 2))
            try await history.ingest(Self.lines("shared", 30, installation: 3))
            try await history.project()
            _ = try await history.log.rows("ANALYZE log.word")
            try await history.erase([2])
            #expect(try await history.log.rows(Self.words) == Self.kinds.map { ["shared \($0)"] })
            #expect(try await history.tables(holding: "own (\(Self.kinds.joined(separator: "|")))") == [])
            let kept = try await history.log.rows(
                """
                SELECT count(*) FROM pg_stats WHERE schemaname = 'log' AND tablename = 'word' AND attname = 'text'
                """)
            #expect(kept == [["0"]], "the planner has no statistics of words")
            try await history.ingest(Self.lines("own", 40, installation: 3))
            try await history.project()
            #expect(try await history.log.rows(Self.words).count == 2 * Self.kinds.count)
        }
    }

    @Test func wordsThatAnErasureLeftBehindGoWithTheNext() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines("own", 10, installation: 2))
            // The state after an erasure was killed before it deleted words.
            _ = try await history.log.rows("DELETE FROM log.engagement_event")
            _ = try await history.log.rows("DELETE FROM log.permission_event")
            try await history.erase([4])
            #expect(try await history.log.rows(Self.words) == [])
        }
    }

    /// Counts of days that retention dropped are the last that name these words.
    @Test func ofDroppedEventsTheWordsOfCountsStay() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines("old", 10, installation: 2, at: -40 * day))
            try await history.retain(4)
            let asked = ["app_version", "device_model", "locale", "placement", "variant"]
            let counted = Set(asked + ["campaign"])
            let left = try await history.log.rows(Self.words)
            #expect(left == Self.kinds.filter(counted.contains).map { ["old \($0)"] })
            try await history.erase([2])
            // Of dropped events nothing is left but the count of their app version in data quality.
            #expect(try await history.log.rows(Self.words) == [["old app_version"]])
        }
    }

    @Test func everyColumnOfWordsIsReadOrHasNoWordsOfItsOwn() async throws {
        try await History.run { history in
            let unread = try await history.log.rows(
                """
                SELECT format('%s.%s', class.oid::regclass, attribute.attname)
                FROM pg_attribute AS attribute
                INNER JOIN pg_class AS class ON class.oid = attribute.attrelid
                WHERE class.relnamespace IN ('log'::regnamespace, 'projection'::regnamespace)
                    AND class.relkind IN ('r', 'p') AND NOT class.relispartition
                    AND attribute.attname ~ '(app_version|device_model|locale|placement|variant|campaign|action)$'
                    AND NOT EXISTS (
                        SELECT FROM log.tables_with_words() AS word_table
                        WHERE word_table.relation::regclass = class.oid AND attribute.attname = ANY (word_table.columns)
                    )
                ORDER BY 1
                """)
            #expect(
                unread.map { $0[0] } == [
                    "projection.campaign_cell.campaign", "projection.journey.prompt_app_version",
                    "projection.journey.prompt_device_model", "projection.journey.prompt_locale",
                    "projection.journey.prompt_placement", "projection.journey.prompt_variant",
                    "projection.lone_send.campaign", "projection.notification.campaign", "projection.turn_off.campaign",
                ])
        }
    }
}
