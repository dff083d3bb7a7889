import EventLog
import Projections
import TestSupport
import Testing

/// The measure `shared_installations`: ids under which many phones report.
@Suite struct SharedInstallationTests {
    @Test func anInstallationOfFourDeviceModelsIsSharedFromTheDayOfTheFourth() async throws {
        try await History.run { history in
            try await history.ingest([
                event(1, "A", on: 2), event(2, "B", on: 3), event(3, "A", on: 4), event(4, nil, on: 5),
                event(5, "", on: 6),
                event(6, "C", on: 7),
            ])
            try await history.project()
            #expect(try await history.shared(from: 1, to: 31) == ["0"])
            try await history.ingest([event(7, "D", on: 9), event(8, "E", on: 10)])
            try await history.project()
            #expect(try await history.shared(from: 9, to: 9) == ["1"])
            #expect(try await history.shared(from: 10, to: 31) == ["0"])
            // A late event makes the third model of before the fourth.
            try await history.ingest([event(9, "D", on: 4, received: 11)])
            try await history.project()
            #expect(try await history.shared(from: 9, to: 9) == ["0"])
            #expect(try await history.shared(from: 7, to: 7) == ["1"])
            #expect(try await history.shared(from: 1, to: 31, asOf: "2026-03-10T12:00:00Z") == ["1"])
            #expect(try await history.shared(from: 7, to: 7, asOf: "2026-03-10T12:00:00Z") == ["0"])
            #expect(try await history.shared(from: 1, to: 31, asOf: "2026-03-08T12:00:00Z") == ["0"])
            let state = try await history.everything()
            try await history.rebuild()
            #expect(try await history.everything() == state)
            try await history.erase([1])
            let left = "SELECT count(*) FROM projection.named_model"
            #expect(try await history.log.rows(left) == [["0"]])
        }
    }

    @Test func engagementEventsAndOtherInstallationsNameNoDeviceModel() async throws {
        try await History.run { history in
            try await history.ingest([
                event(1, "A", on: 2), event(2, "B", on: 3), event(3, "C", on: 4),
                event(4, "D", on: 5, type: "app_opened"), event(5, "D", on: 6, installation: 2),
            ])
            try await history.project()
            #expect(try await history.shared(from: 1, to: 31) == ["0"])
        }
    }

    private func event(
        _ id: Int, _ model: String?, on day: Int, received: Int? = nil, type: String = "settings_opened",
        installation: Int = 1
    ) -> String {
        func noon(_ day: Int) -> String { "2026-03-\(day < 10 ? "0" : "")\(day)T12:00:00Z" }
        return EventText.line(
            type, id: id, installation: installation, at: noon(day), received: noon(received ?? day),
            more: model.map { #","device_model":"\#($0)""# } ?? "")
    }
}

extension History {
    /// Returns the measure for days of March 2026, as of a horizon.
    fileprivate func shared(from first: Int, to last: Int, asOf: String? = nil) async throws -> [String?] {
        let horizon = asOf.map { "'\($0)'" } ?? "NULL"
        return try await log.rows(
            """
            SELECT coalesce(sum(shared.installations), 0)
            FROM projection.shared_installations(
                '2026-03-01'::date + \(first - 1), '2026-03-01'::date + \(last - 1),
                coalesce(\(horizon), analytics.horizon())
            ) AS shared
            """
        ).map { $0[0] }
    }
}
