import ArgumentParser
import EventLog
import Postgres
import Projections

/// `bellwether status`
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what the log contains, what was rejected, and how far the projections are.",
        discussion: "Example:  bellwether status --json")

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let status = try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await database.session(as: .project)
            let status = try await session.run { try LogStatus.read(Projection.programSQL, $0) }
            await session.close()
            return status
        }
        if output.json { return try Console.result(json: StatusReport(program: Program.version, database: status)) }
        for line in status.lines { try Console.result(line) }
    }
}

/// The result in the form that `--json` prints: the program's version and the status of the database.
private struct StatusReport: Encodable {
    let program: String
    let database: LogStatus
}

extension LogStatus {
    /// The status as lines of text.
    fileprivate var lines: [String] {
        [
            "Bellwether \(Program.version), schema \(schema), PostgreSQL \(server)",
            "Log: \(permissionEvents.grouped) permission and \(engagementEvents.grouped) engagement events (estimates), "
                + "\(batches.grouped) batches, \(size)",
            "Deliveries: \(accepted.grouped) accepted, \(duplicates.grouped) duplicates, \(rejected.grouped) rejected"
                + (rejectsNotKept > 0
                    ? ", \(rejectsNotKept.grouped) of these not kept (over the daily limit of `serve` per key)" : ""),
            "Received up to: \(horizon ?? "nothing yet")",
            "Last batch: \(lastBatch ?? "none")",
        ]
            + projections.map { projection in
                "Projection \(projection.name) version \(projection.version): \(projection.state), "
                    + "last run \(projection.lastRun ?? "never")"
            }
            + rebuild.map { rebuild in
                "Rebuild of \(rebuild.name): \(rebuild.state)"
                    + (rebuild.isRunning ? "" : "; stopped, run the same `project --rebuild` again to resume it")
            }
            + locks
            + setAside.map { "Set aside: installation \($0.installation) of \($0.appID) (\($0.reason))" }
    }

    /// Says how far something is behind the log; nil if it is up to date.
    fileprivate static func lag(batches: Int, events: Int) -> String? {
        batches == 0 ? nil : "\(batches.grouped) batches (\(events.grouped) events) behind"
    }
}

extension LogStatus.Projection {
    /// How far the projection's tables are.
    fileprivate var state: String {
        if needsRebuild { return "computed by other SQL, run `bellwether project --job \(name) --rebuild`" }
        return LogStatus.lag(batches: batchesBehind, events: eventsBehind) ?? "up to date"
    }
}

extension LogStatus.Rebuild {
    /// How far the rebuild's tables are.
    fileprivate var state: String {
        if partsLeft > 0 { return "\(partsLeft.grouped) parts left to fill" }
        return LogStatus.lag(batches: batchesBehind, events: eventsBehind) ?? "up to date, not yet swapped in"
    }
}
