import ArgumentParser
import EventLog
import Foundation
import Postgres
import Projections

/// `bellwether status`
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what came in lately, what the log contains, and how far the projections are.",
        discussion: "Example:  bellwether status --json")

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let status = try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await database.session(as: .project)
            let status = try await session.run {
                try LogStatus.read(Projection.programSQL, now: Date().formatted(.iso8601), $0)
            }
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
        let versions = "Bellwether \(Program.version), schema \(schema), PostgreSQL \(server)"
        return [versions] + recent.lines + [backlogLine] + contents + states
    }

    /// How far the tables are, and what is odd, as lines of text.
    private var states: [String] {
        projections.map { projection in
            "Projection \(projection.name) version \(projection.version): \(projection.state), "
                + "at position \(projection.position.grouped), last run \(projection.lastRun ?? "never")"
        }
            + rebuild.map { rebuild in
                "Rebuild of \(rebuild.name): \(rebuild.state)"
                    + (rebuild.isRunning ? "" : "; stopped, run the same `project --rebuild` again to resume it")
            }
            + locks
            + setAside.map { "Set aside: installation \($0.installation) of \($0.appID) (\($0.reason))" }
    }

    /// What the log contains, as lines of text.
    private var contents: [String] {
        [
            "Log: \(permissionEvents.grouped) permission and \(engagementEvents.grouped) engagement events (estimates), "
                + "\(batches.grouped) batches, \(size)",
            "Deliveries: \(accepted.grouped) accepted, \(duplicates.grouped) duplicates, \(rejected.grouped) rejected"
                + (rejectsNotKept > 0
                    ? ", \(rejectsNotKept.grouped) of these not kept (over the daily limit of `serve` per key)" : ""),
            "Received up to: \(horizon ?? "nothing yet")",
            "Last batch: \(lastBatch ?? "none")",
        ]
    }

    /// Says in plain words what the next `project` has to do.
    private var backlogLine: String {
        let last = projections.max { $0.batchesBehind < $1.batchesBehind }
        guard let last else {
            return batches == 0 ? "Backlog: none" : "Backlog: every event waits for the first `bellwether project`"
        }
        guard last.batchesBehind > 0 else { return "Backlog: none" }
        let since = last.waitingSince.map { ", the first since \($0)" } ?? ""
        return "Backlog: \(last.eventsBehind.grouped) events of \(last.batchesBehind.grouped) batches wait for "
            + "`bellwether project`" + since
    }

    /// Says how far something is behind the log; nil if it is up to date.
    fileprivate static func lag(batches: Int, events: Int) -> String? {
        batches == 0 ? nil : "\(batches.grouped) batches (\(events.grouped) events) behind"
    }
}

extension LogStatus.Projection {
    /// How far the projection's tables are.
    fileprivate var state: String {
        if needsRebuild { return "computed by an earlier version, run `bellwether project --job \(name) --rebuild`" }
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

extension LogStatus.Recent {
    /// What somebody on call asks first, as lines of text.
    fileprivate var lines: [String] {
        [nightLine, rejectsLine]
            + apps.map { "Last event of \($0.appID): \($0.lastReceived)\($0.isSilent ? ", unusually long ago" : "")" }
    }

    /// Says whether the nightly run took place.
    private var nightLine: String {
        guard let night else { return "Nightly run: none yet" }
        guard night.isRecent else {
            return "Nightly run: none in the last 26 hours, the last one began \(night.startedAt)"
        }
        if let stage = night.failedStage {
            return "Nightly run: failed in its stage \(stage) (\(night.startedAt)): \(night.failure ?? "")"
        }
        return night.isComplete
            ? "Nightly run: done, \(night.endedAt)" : "Nightly run: began \(night.startedAt), not done yet or cut off"
    }

    /// Says how many deliveries were rejected lately, and why.
    private var rejectsLine: String {
        let reasons = rejects.map { "\($0.count.grouped) \($0.reason)" }.joined(separator: ", ")
        let total = rejects.reduce(0) { $0 + $1.count }
        return "Rejected in the last 24 hours: \(total == 0 ? "none" : "\(total.grouped) (\(reasons))")"
    }
}
