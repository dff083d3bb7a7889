import Postgres

extension LogStatus {
    /// What came in lately, and whether the nightly run took place.
    public struct Recent: Sendable, Encodable {
        /// When the last event of an app was received.
        public struct App: Sendable, Encodable {
            public let appID: String
            /// RFC 3339, UTC.
            public let lastReceived: String
            /// Whether it has sent nothing for much longer than it usually pauses; see `projection.app_receipts`.
            public let isSilent: Bool

            enum CodingKeys: String, CodingKey {
                case appID = "app_id"
                case lastReceived = "last_received_at"
                case isSilent = "is_silent"
            }
        }

        /// The rejects of the last 24 hours of one reason.
        public struct Rejects: Sendable, Encodable {
            public let reason: String
            public let count: Int
        }

        /// The last nightly run. Times are RFC 3339, UTC.
        public struct Night: Sendable, Encodable {
            public let startedAt: String
            /// When the last stage ended that was recorded.
            public let endedAt: String
            /// Whether it began in the last 26 hours.
            public let isRecent: Bool
            /// Whether it came to its last stage; if not, it is still running or was ended.
            public let isComplete: Bool
            /// The first stage that failed; nil if none did.
            public let failedStage: String?
            /// Why that stage failed.
            public let failure: String?

            enum CodingKeys: String, CodingKey {
                case failure
                case startedAt = "started_at"
                case endedAt = "ended_at"
                case isRecent = "is_recent"
                case isComplete = "is_complete"
                case failedStage = "failed_stage"
            }
        }

        /// Ordered by `app_id`.
        public let apps: [App]
        /// Of the last 24 hours, most frequent first.
        public let rejects: [Rejects]
        /// Nil if there was none.
        public let night: Night?

        static func read(now: String, _ connection: borrowing Connection) throws -> Recent {
            let apps = try connection.execute(SQLFiles.statement("queries/status_apps.sql"), [.text(now)])
            let rejects = try connection.execute(SQLFiles.statement("queries/status_rejects.sql"), [.text(now)])
            let night = try connection.execute(SQLFiles.statement("queries/status_night.sql"), [.text(now)])
            return Recent(
                apps: try (0..<apps.rowCount).map { row in
                    App(
                        appID: apps.text(row, 0) ?? "", lastReceived: apps.text(row, 1) ?? "",
                        isSilent: try apps.bool(row, 2) ?? false)
                },
                rejects: try (0..<rejects.rowCount).map { row in
                    Rejects(reason: rejects.text(row, 0) ?? "", count: try rejects.int(row, 1) ?? 0)
                },
                night: night.rowCount == 0
                    ? nil
                    : Night(
                        startedAt: night.text(0, 0) ?? "", endedAt: night.text(0, 1) ?? "",
                        isRecent: try night.bool(0, 2) ?? false, isComplete: try night.bool(0, 3) ?? false,
                        failedStage: night.text(0, 4), failure: night.text(0, 5)))
        }
    }
}
