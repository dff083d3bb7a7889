public import Postgres

/// The content of `bellwether status`.
public struct LogStatus: Sendable, Encodable {
    /// How far one projection is behind the head (the latest position) of the log.
    public struct Projection: Sendable, Encodable {
        public let name: String
        public let version: Int
        public let position: Int
        public let batchesBehind: Int
        public let eventsBehind: Int
        /// When the first of these batches was stored (RFC 3339, UTC); nil if there is none.
        public let waitingSince: String?
        /// When its checkpoint last moved (RFC 3339, UTC); nil if never.
        public let lastRun: String?
        /// Whether its tables were computed by different SQL than this program's; `project` then refuses to update
        /// them.
        public let needsRebuild: Bool

        enum CodingKeys: String, CodingKey {
            case name, version, position
            case batchesBehind = "batches_behind"
            case eventsBehind = "events_behind"
            case waitingSince = "waiting_since"
            case lastRun = "last_run"
            case needsRebuild = "needs_rebuild"
        }
    }

    /// Identifies this program's SQL for a projection, to compare it with the SQL that computed the tables.
    public struct ProgramSQL: Sendable, Hashable {
        let name: String
        let version: Int
        let sha256: String

        /// Creates the identity of a projection's SQL. `sha256` is in lower-case hexadecimal, as in its checkpoint.
        public init(name: String, version: Int, sha256: String) {
            self.name = name
            self.version = version
            self.sha256 = sha256
        }
    }

    /// Progress of a rebuild of one projection.
    public struct Rebuild: Sendable, Encodable {
        public let name: String
        /// Whether a program is running the rebuild. If not, it was interrupted; `project --rebuild` resumes it.
        public let isRunning: Bool
        /// How many chunks of its tables are still to be filled; 0 once it continues in steps like a normal run.
        public let partsLeft: Int
        /// The position of the log that its tables have reached; 0 while the chunks are filled.
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

    /// An installation whose journey (the state after all its permission events) in an app can't be computed.
    public struct SetAside: Sendable, Encodable {
        public let installation: String
        public let appID: String
        /// `too_many_events`, or `fold_failed` if the computation failed.
        public let reason: String

        enum CodingKeys: String, CodingKey {
            case installation = "installation_id"
            case appID = "app_id"
            case reason
        }
    }

    /// What somebody on call asks first.
    public let recent: Recent
    /// The newest migration that this program knows.
    public let schema: Int
    /// The server's version.
    public let server: String
    /// Size of the whole database as text for people, such as "12 GB".
    public let size: String
    /// Estimated by PostgreSQL, like `engagementEvents`.
    public let permissionEvents: Int
    public let engagementEvents: Int
    public let batches: Int
    public let accepted: Int
    public let duplicates: Int
    public let rejected: Int
    /// How many of the rejected the quarantine did not keep because their keys had used up their bytes for the day.
    public let rejectsNotKept: Int
    /// Latest receipt of an accepted or duplicate delivery in the log; nil if there is none.
    public let horizon: String?
    /// When the newest batch was committed; nil if there is none.
    public let lastBatch: String?
    public let projections: [Projection]
    /// Empty if no rebuild is in progress.
    public let rebuild: [Rebuild]
    /// At most 100, ordered by installation and app.
    public let setAside: [SetAside]
    /// Sessions that have blocked others for over 5 s by holding a lock, one sentence each.
    public let locks: [String]

    enum CodingKeys: String, CodingKey {
        case recent, schema, server, size, batches, accepted, duplicates, rejected, horizon, projections, rebuild, locks
        case permissionEvents = "permission_events"
        case engagementEvents = "engagement_events"
        case rejectsNotKept = "rejects_not_kept"
        case setAside = "set_aside"
        case lastBatch = "last_batch"
    }

    /// Reads the status with the rights of the role `project`. `programSQL` has an element for every projection; `now`
    /// is the present time in RFC 3339.
    public static func read(
        _ programSQL: [ProgramSQL], now: String, _ connection: borrowing Connection
    ) throws -> LogStatus {
        let log = try connection.execute(SQLFiles.statement("queries/status_log.sql"))
        let projections = try connection.execute(
            SQLFiles.statement("queries/status_projections.sql"), programSQL.parameters)
        let rebuild = try connection.execute(SQLFiles.statement("queries/status_rebuild.sql"))
        let setAside = try connection.execute(SQLFiles.statement("queries/status_set_aside.sql"))
        let locks = try connection.execute(SQLFiles.statement("doctor/schema/locks.sql"))
        return LogStatus(
            recent: try Recent.read(now: now, connection),
            schema: Schema.newest, server: log.text(0, 0) ?? "", size: log.text(0, 1) ?? "",
            permissionEvents: try log.int(0, 2) ?? 0, engagementEvents: try log.int(0, 3) ?? 0,
            batches: try log.int(0, 4) ?? 0, accepted: try log.int(0, 5) ?? 0, duplicates: try log.int(0, 6) ?? 0,
            rejected: try log.int(0, 7) ?? 0,
            rejectsNotKept: try log.int(0, 10) ?? 0, horizon: log.text(0, 8), lastBatch: log.text(0, 9),
            projections: try (0..<projections.rowCount).map { row in
                Projection(
                    name: projections.text(row, 0) ?? "", version: try projections.int(row, 1) ?? 0,
                    position: try projections.int(row, 2) ?? 0, batchesBehind: try projections.int(row, 3) ?? 0,
                    eventsBehind: try projections.int(row, 4) ?? 0, waitingSince: projections.text(row, 5),
                    lastRun: projections.text(row, 6),
                    needsRebuild: try projections.bool(row, 7) ?? false)
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
    /// Names, versions and checksums, as parameters of queries that compare checkpoints with the program.
    public var parameters: [Parameter] {
        [.array(map(\.name)), .array(map(\.version)), .array(map(\.sha256))]
    }
}
