public import Postgres

/// What `bellwether status` says of a database.
public struct LogStatus: Sendable, Encodable {
    /// One projection beside the head of the log.
    public struct Projection: Sendable, Encodable {
        public let name: String
        public let version: Int
        public let position: Int
        public let batchesBehind: Int
        public let eventsBehind: Int
        /// When its checkpoint moved last, RFC 3339 in UTC; nil if never.
        public let lastRun: String?
        /// Whether its tables were computed by other SQL than this program's: `project` refuses to go on with them.
        public let needsRebuild: Bool

        enum CodingKeys: String, CodingKey {
            case name, version, position
            case batchesBehind = "batches_behind"
            case eventsBehind = "events_behind"
            case lastRun = "last_run"
            case needsRebuild = "needs_rebuild"
        }
    }

    /// What a projection's SQL is in this program, to be compared with what computed its tables.
    public struct ProgramSQL: Sendable, Hashable {
        let name: String
        let version: Int
        let sha256: String

        /// Of the projection `name`; `sha256` as its checkpoint keeps it, two digits a byte, lower case.
        public init(name: String, version: Int, sha256: String) {
            self.name = name
            self.version = version
            self.sha256 = sha256
        }
    }

    /// How far a rebuild is with one of its projections.
    public struct Rebuild: Sendable, Encodable {
        public let name: String
        /// Whether a program is at it; else it was killed, and goes on when `project --rebuild` runs again.
        public let isRunning: Bool
        /// How many parts of its tables are still to be filled; 0 once it goes on by steps.
        public let partsLeft: Int
        /// The position that its tables hold; 0 while they are filled.
        public let position: Int
        public let batchesBehind: Int
        public let eventsBehind: Int

        enum CodingKeys: String, CodingKey {
            case name, position
            case isRunning = "is_running"
            case partsLeft = "parts_left"
            case batchesBehind = "batches_behind"
            case eventsBehind = "events_behind"
        }
    }

    /// An installation that no journey is folded for under an app.
    public struct SetAside: Sendable, Encodable {
        public let installation: String
        public let appID: String
        /// `too_many_events` or `fold_failed`.
        public let reason: String

        enum CodingKeys: String, CodingKey {
            case installation = "installation_id"
            case appID = "app_id"
            case reason
        }
    }

    public let schema: Int
    public let server: String
    /// Of the whole database, in words.
    public let size: String
    /// PostgreSQL's estimates.
    public let permissionEvents: Int
    public let engagementEvents: Int
    public let batches: Int
    public let accepted: Int
    public let duplicates: Int
    public let rejected: Int
    /// Of the rejected, those that the quarantine did not keep, being beyond what their keys may put there in a day.
    public let rejectsNotKept: Int
    /// Latest receipt of an accepted or duplicate delivery in the log; nil without any.
    public let horizon: String?
    /// When the newest batch was committed; nil without any.
    public let lastBatch: String?
    public let projections: [Projection]
    /// Empty where no rebuild is under way.
    public let rebuild: [Rebuild]
    /// The first hundred, by their ids and apps.
    public let setAside: [SetAside]
    /// Who keeps others waiting for a lock, a sentence for each.
    public let locks: [String]

    enum CodingKeys: String, CodingKey {
        case schema, server, size, batches, accepted, duplicates, rejected, horizon, projections, rebuild, locks
        case permissionEvents = "permission_events"
        case engagementEvents = "engagement_events"
        case rejectsNotKept = "rejects_not_kept"
        case setAside = "set_aside"
        case lastBatch = "last_batch"
    }

    /// Reads it, with the rights of the role `project`. `programSQL`: of every projection of the program.
    public static func read(_ programSQL: [ProgramSQL], _ connection: borrowing Connection) throws -> LogStatus {
        let log = try connection.execute(SQLFiles.statement("queries/status_log.sql"))
        let projections = try connection.execute(
            SQLFiles.statement("queries/status_projections.sql"), programSQL.parameters)
        let rebuild = try connection.execute(SQLFiles.statement("queries/status_rebuild.sql"))
        let setAside = try connection.execute(SQLFiles.statement("queries/status_set_aside.sql"))
        let locks = try connection.execute(SQLFiles.statement("doctor/schema/locks.sql"))
        return LogStatus(
            schema: Schema.newest, server: log.text(0, 0) ?? "", size: log.text(0, 1) ?? "",
            permissionEvents: try log.int(0, 2) ?? 0, engagementEvents: try log.int(0, 3) ?? 0,
            batches: try log.int(0, 4) ?? 0, accepted: try log.int(0, 5) ?? 0, duplicates: try log.int(0, 6) ?? 0,
            rejected: try log.int(0, 7) ?? 0,
            rejectsNotKept: try log.int(0, 10) ?? 0, horizon: log.text(0, 8), lastBatch: log.text(0, 9),
            projections: try (0..<projections.rowCount).map { row in
                Projection(
                    name: projections.text(row, 0) ?? "", version: try projections.int(row, 1) ?? 0,
                    position: try projections.int(row, 2) ?? 0, batchesBehind: try projections.int(row, 3) ?? 0,
                    eventsBehind: try projections.int(row, 4) ?? 0, lastRun: projections.text(row, 5),
                    needsRebuild: try projections.bool(row, 6) ?? false)
            },
            rebuild: try (0..<rebuild.rowCount).map { row in
                Rebuild(
                    name: rebuild.text(row, 0) ?? "", isRunning: try rebuild.bool(row, 5) ?? false,
                    partsLeft: try rebuild.int(row, 1) ?? 0, position: try rebuild.int(row, 2) ?? 0,
                    batchesBehind: try rebuild.int(row, 3) ?? 0, eventsBehind: try rebuild.int(row, 4) ?? 0)
            },
            setAside: (0..<setAside.rowCount).map { row in
                SetAside(
                    installation: setAside.text(row, 0) ?? "", appID: setAside.text(row, 1) ?? "",
                    reason: setAside.text(row, 2) ?? "")
            },
            locks: (0..<locks.rowCount).compactMap { locks.text($0, 1) })
    }
}

extension [LogStatus.ProgramSQL] {
    /// Names, versions and checksums, as the queries take them that compare checkpoints with the program.
    public var parameters: [Parameter] {
        [.array(map(\.name)), .array(map(\.version)), .array(map(\.sha256))]
    }
}
