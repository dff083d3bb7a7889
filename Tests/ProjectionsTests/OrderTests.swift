import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct OrderTests {
    /// Returns unusual journeys of a few installations: every type, ties, clock jumps and late arrivals.
    static func lines(_ count: Int) -> [String] {
        let types = [
            "prompt_shown", "prompt_granted", "prompt_denied", "provisional_started", "provisional_kept",
            "provisional_turned_off", "settings_prompt_shown", "settings_opened", "notification_opened", "app_opened",
            "push_unregistered",
        ]
        return (0..<count).map { number in
            let installation = Int.random(in: 1...12)
            let at = Double(Int.random(in: 0...20)) * day / 2
            let hasSequence = installation % 3 == 0 || (installation % 3 == 1 && Bool.random())
            let sequence = hasSequence ? Int.random(in: 0...9) : nil
            guard let type = types.randomElement(), Int.random(in: 0..<5) > 0 else {
                let status = ["not_determined", "denied", "authorized", "provisional"].randomElement()!
                let settings = [#"{"alert":true}"#, #"{"notification_center":true}"#, "null"].randomElement()!
                return line(
                    "status_observed", number, at: at, installation: installation, sequence: sequence,
                    received: at + day, data: ["status": status, "settings": "S"]
                ).replacing("\"S\"", with: settings)
            }
            return line(
                type, number, at: at, installation: installation, version: ["17.4", "17.5", "18.0"].randomElement()!,
                sequence: sequence, received: at + Double(Int.random(in: 0...3)) * day)
        }
    }

    @Test func aStepThatIsRunTwiceChangesNothing() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines(200) + Self.engagementLines(200), batchSize: 20)
            try await history.project()
            let state = try await history.everything()
            _ = try await history.log.rows("UPDATE projection.checkpoint SET position = position - 4")
            try await history.project()
            #expect(try await history.everything() == state)
        }
    }

    @Test func aChangedFoldRefusesToGoOnUntilItIsRebuilt() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines(50))
            try await history.project()
            let state = try await history.everything()
            _ = try await history.log.rows("UPDATE projection.checkpoint SET sql_sha256 = 'other'")
            let error = await #expect(throws: ProjectionError.self) { try await history.project() }
            #expect(error?.kind == .changed)
            try await history.rebuild()
            #expect(try await history.everything() == state)
        }
    }

    @Test func anEmptyLogIsNoDifficulty() async throws {
        try await History.run { history in
            try await history.project()
            try await history.rebuild()
            #expect(try await history.everything().isEmpty)
        }
    }

    @Test func aBatchThatCommitsDuringAStepIsTakenInByTheNext() async throws {
        try await History.run { history in
            try await history.ingest([line("prompt_shown", 1, at: 0)])
            // The batch's events are written but it has no position yet.
            let slow = try await Session.connect(to: history.log.database.target)
            try await slow.run { connection in
                try connection.script(
                    Statement(
                        "begin slow batch",
                        """
                        BEGIN;
                        INSERT INTO log.permission_event (
                            occurred_at, effective_at, received_at, batch_id, app, os, type, occurred_offset,
                            installation_id, id
                        )
                        SELECT
                            occurred_at + interval '5 s', effective_at + interval '5 s', received_at,
                            nextval('log.batch_id'), app, os, 'prompt_granted', 0, installation_id, gen_random_uuid()
                        FROM log.permission_event
                        """))
            }
            try await history.ingest([line("prompt_shown", 9, at: 60, installation: 2)])
            try await history.project()
            let before = try await history.log.rows("SELECT count(decision) FROM projection.journey")
            #expect(before == [["0"]])
            try await slow.run { connection in
                try connection.script(
                    Statement(
                        "end slow batch",
                        """
                        INSERT INTO log.batch
                        SELECT (b).* FROM (
                            SELECT jsonb_populate_record(
                                batch, jsonb_build_object(
                                    'position', (SELECT max(position) + 1 FROM log.batch),
                                    'batch_id', currval('log.batch_id'))) AS b
                            FROM log.batch WHERE position = 1
                        ) AS copy;
                        COMMIT
                        """))
            }
            await slow.close()
            try await history.project()
            #expect(try await history.log.rows("SELECT count(decision) FROM projection.journey") == [["1"]])
        }
    }
}

extension History {
    /// Returns the contents of the projections with words instead of dictionary numbers.
    func comparable() async throws -> [[String?]] {
        try await log.rows(
            """
            SELECT
                app.app_id, j.installation_id, j.latest_received_at, j.prompt_at, j.decision, j.decision_at, j.trial_at,
                j.outcome, j.outcome_at, j.first_open_at, j.status, j.status_from, os.major, os.minor
            FROM projection.journey AS j
            INNER JOIN log.app ON app.app = j.app
            LEFT JOIN log.os ON os.os = j.prompt_os
            ORDER BY 1, 2
            """)
            + log.rows(
                """
                SELECT app.app_id, r.day, r.os_name, r.os_major, r.os_minor, r.authorized, r.gained, r.lost
                FROM projection.daily_reach_change AS r
                INNER JOIN log.app ON app.app = r.app
                ORDER BY 1, 2, 3, 4, 5
                """)
            + tables()
    }
}
