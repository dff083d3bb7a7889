import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct SetAsideQualityTests {
    @Test func whoIsSetAsideIsNamedInDataQualityAndInStatus() async throws {
        try await History.run { history in
            try await history.ingest([
                line("prompt_shown", 1, at: 0, installation: 1), line("prompt_granted", 2, at: 5, installation: 1),
                line("prompt_shown", 1, at: 0, installation: 2), line("prompt_granted", 2, at: 5, installation: 2),
                line("prompt_granted", 3, at: 0, installation: 3, app: "com.example.other"),
            ])
            try await history.project()
            #expect(try await history.quality().count == 2 * 9)
            #expect(try await history.setAside().isEmpty)
            // A time that the event contract doesn't allow makes the fold fail.
            _ = try await history.log.rows(
                """
                UPDATE log.permission_event SET effective_at = 'infinity'
                WHERE installation_id = '\(uuid(2))' AND type = 'prompt_granted'
                """)
            try await history.ingest((1...2).map { line("settings_opened", 4, at: 60, installation: $0) })
            try await history.project()
            #expect(try await history.setAside() == [["com.example.shop", "1"]])
            #expect(try await history.quality().count == 2 * 9 + 1)
            #expect(try await history.status().setAside.map(\.installation) == [uuid(2)])
            let journeys = try await history.log.rows("SELECT events FROM projection.journey ORDER BY events")
            #expect(journeys == [["1"], ["3"]])
        }
    }
}

extension History {
    fileprivate func quality() async throws -> [[String?]] {
        try await log.rows("SELECT app_id, measure, value FROM analytics.data_quality('2026-03-01', '2026-03-01')")
    }

    fileprivate func setAside() async throws -> [[String?]] {
        try await quality().filter { $0[1] == "installations_set_aside" }.map { [$0[0], $0[2]] }
    }
}
