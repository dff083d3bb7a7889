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
            Updates the projections, then drops whole months (UTC): events of which both `occurred_at` and the time \
            corrected for the device's clock are older. The numbers computed from them stay, and so do permission events. \
            Later events of a dropped month are rejected as `older_than_retention`. This can't be undone, so on a \
            terminal it shows what would go and asks. `settings set engagement_months N` makes `nightly` do the same.

            Example:  bellwether retain --engagement-months 24
                      bellwether retain --engagement-months 24 --dry-run
            """)

    @Option(help: ArgumentHelp("The number of months to keep, not counting the current one.", valueName: "n"))
    var engagementMonths: Int

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...1_200).contains(engagementMonths) else {
            throw ValidationError("--engagement-months must be a whole number from 1 to 1200.")
        }
    }

    func run() async throws {
        let report = try await database.withDatabase(quiet: output.quiet) { database -> Retention.Report? in
            let pipeline = Pipeline(database, isQuiet: output.quiet)
            let isGiven = try await consent.isGiven(output) {
                try await pipeline.retentionForecast(months: engagementMonths)
            }
            guard isGiven else { return nil }
            return try await pipeline.retain(months: engagementMonths)
        }
        guard let report else { return }
        if output.json { return try Console.result(json: report) }
        try Console.result(report.line)
    }
}
