import TestSupport
import Testing

/// The status `denied` from systems that report it both for "never asked" and for "refused". The histories of
/// `PropertyTests` have the versions of Android, and prompts, answers and reachable statuses before it.
@Suite struct AmbiguousDenialTests {
    private static let statuses =
        "SELECT os_name || ' ' || os_version, status FROM analytics.status_at('2027-01-01') ORDER BY installation_id"

    @Test func deniedBeforeAnybodyAskedIsNotDeterminedBeforeIOS10() async throws {
        try await History.run { history in
            let systems = [("iOS", "9.3"), ("iPadOS", "9.3"), ("iOS", "10.0")]
            try await history.ingest(
                systems.enumerated().map { number, system in
                    denied(1, at: 0, installation: number + 1, os: system.0, version: system.1)
                })
            try await history.project()
            #expect(
                try await history.log.rows(Self.statuses) == [
                    ["iOS 9.3", "not_determined"], ["iPadOS 9.3", "not_determined"], ["iOS 10.0", "denied"],
                ])
        }
    }

    @Test func deniedAfterATrialIsDenied() async throws {
        try await History.run { history in
            let earlier: [(String, [String: String])] = [
                ("provisional_started", [:]), ("provisional_kept", [:]), ("settings_prompt_shown", [:]),
                ("status_observed", ["status": "not_determined"]),
            ]
            try await history.ingest(
                earlier.enumerated().flatMap { number, event in
                    [
                        line(event.0, 1, at: 0, installation: number + 1, data: event.1),
                        denied(2, at: 10, installation: number + 1, os: "Android", version: "13.0"),
                    ]
                })
            try await history.project()
            let statuses = try await history.log.rows(Self.statuses).map { $0[1] }
            #expect(statuses == ["denied", "denied", "not_determined", "not_determined"])
        }
    }

    @Test func whoWasNeverAskedOnAndroidIsNotWonBack() async throws {
        try await History.run { history in
            try await history.ingest([
                denied(1, at: 0, os: "Android", version: "13"),
                line("settings_prompt_shown", 2, at: 30, os: "Android", version: "13"),
            ])
            try await history.project()
            #expect(try await history.log.rows("SELECT asked FROM analytics.win_back_by_os").isEmpty)
            let reach = "SELECT not_determined, denied FROM analytics.reach_daily"
            #expect(try await history.log.rows(reach) == [["1", "0"]])
        }
    }

    private func denied(
        _ id: Int, at seconds: Double, installation: Int = 1, os: String, version: String
    ) -> String {
        line(
            "status_observed", id, at: seconds, installation: installation, os: os, version: version,
            data: ["status": "denied"])
    }
}
