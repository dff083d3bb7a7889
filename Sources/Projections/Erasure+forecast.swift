import EventLog
import Postgres

extension Erasure {
    /// What an erasure would delete.
    public struct Forecast: Sendable, Encodable {
        /// What is stored of one app.
        public struct App: Sendable, Encodable {
            /// The app; nil for rejected deliveries whose app was not read.
            public let appID: String?
            /// Installations with events.
            public let installations: Int
            public let permissionEvents: Int
            public let engagementEvents: Int
            /// Rejected deliveries that are in the quarantine.
            public let quarantined: Int

            enum CodingKeys: String, CodingKey {
                case installations, quarantined
                case appID = "app_id"
                case permissionEvents = "permission_events"
                case engagementEvents = "engagement_events"
            }
        }

        /// Distinct installations that were given.
        public let installations: Int
        public let apps: [App]
    }

    /// Counts what erasing these installations would delete, and changes nothing.
    public func forecast(_ installations: Installations) async throws -> Forecast {
        try await session.run { connection in
            let found = try connection.execute(
                SQLFiles.statement("queries/count_erasable.sql"),
                [installations.parameter, .array(installations.devices)])
            return Forecast(
                installations: Set(installations.ids).count,
                apps: try (0..<found.rowCount).map { row in
                    Forecast.App(
                        appID: found.text(row, 0), installations: try found.int(row, 1) ?? 0,
                        permissionEvents: try found.int(row, 2) ?? 0, engagementEvents: try found.int(row, 3) ?? 0,
                        quarantined: try found.int(row, 4) ?? 0)
                })
        }
    }
}
