import ArgumentParser
import EventLog
import Events
import Postgres
import Projections

/// `bellwether retain --engagement-months N`
struct RetainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retain",
        abstract: "Drop engagement events that are older than a number of months.",
        discussion: """
            Updates the projections, then drops whole months (UTC). The numbers computed from them stay, and so do \
            permission events. Later events of a dropped month are rejected as `older_than_retention`. This can't be \
            undone. `settings set engagement_months N` makes `nightly` do the same.

            Example:  bellwether retain --engagement-months 24
            """)

    @Option(help: ArgumentHelp("The number of months to keep, not counting the current one.", valueName: "n"))
    var engagementMonths: Int

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...1_200).contains(engagementMonths) else {
            throw ValidationError("--engagement-months must be a whole number from 1 to 1200.")
        }
    }

    func run() async throws {
        let report = try await database.withDatabase(quiet: output.quiet) { database in
            try await Self.retain(months: engagementMonths, in: database, quiet: output.quiet)
        }
        if output.json { return try Console.result(json: report) }
        try Console.result(report.line)
    }

    /// Drops engagement events that are older than `months` whole months.
    static func retain(months: Int, in database: Database, quiet: Bool) async throws -> Retention.Report {
        // Connect as the owner: no other role may delete from the log.
        let owner = try await Session.connect(to: database.target)
        let session = try await database.session(as: .project)
        let meter = ProgressMeter("Retaining", unit: "batches projected", isQuiet: quiet)
        let retention = Retention(session: owner, projector: Projector(session: session))
        let report = try await meter.during {
            try await retention.retain(months: months, now: .now()) { progress in
                meter.show(progress.position, share: Double(progress.position) / Double(max(progress.head, 1)))
            }
        }
        await session.close()
        await owner.close()
        return report
    }
}

extension Retention.Report {
    /// The report as a line of text.
    var line: String {
        let what =
            dropped.isEmpty
            ? "nothing to drop" : "dropped \(dropped.count.grouped) \(dropped.count == 1 ? "partition" : "partitions")"
        return "Engagement events are kept from \(retainedFrom): \(what)"
    }
}
