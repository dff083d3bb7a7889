import EventLog
public import Events
public import Postgres

extension Retention {
    /// What a retention would drop.
    public struct Forecast: Sendable, Encodable {
        /// The engagement events of one app in one month.
        public struct Month: Sendable, Encodable {
            /// The month of `occurred_at` in UTC, `yyyy-mm`.
            public let month: String
            public let appID: String
            public let engagementEvents: Int

            enum CodingKeys: String, CodingKey {
                case month
                case appID = "app_id"
                case engagementEvents = "engagement_events"
            }
        }

        /// The first day whose engagement events would be kept, `yyyy-mm-dd` in UTC.
        public let retainedFrom: String
        public let months: [Month]

        enum CodingKeys: String, CodingKey {
            case months
            case retainedFrom = "retained_from"
        }
    }

    /// Counts what keeping `months` whole UTC months would drop, and changes nothing. Needs a session of the owner.
    public static func forecast(months: Int, now: Timestamp, _ session: Session) async throws -> Forecast {
        try await session.run { connection in
            let day = try connection.execute(findCutoff, [.int(months), .int(now.microseconds)]).text(0, 0) ?? ""
            let found = try connection.execute(
                SQLFiles.statement("queries/count_retired.sql"), [.text(day + "T00:00:00Z")])
            return Forecast(
                retainedFrom: day,
                months: try (0..<found.rowCount).map { row in
                    Forecast.Month(
                        month: found.text(row, 0) ?? "", appID: found.text(row, 1) ?? "",
                        engagementEvents: try found.int(row, 2) ?? 0)
                })
        }
    }

    private static let findCutoff = Statement(
        "find cutoff",
        "SELECT to_char(log.retention_cutoff($1::integer, $2::bigint) AT TIME ZONE 'UTC', 'YYYY-MM-DD')")
}
