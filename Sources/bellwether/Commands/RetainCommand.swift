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
            try await Pipeline(database, isQuiet: output.quiet).retain(months: engagementMonths)
        }
        if output.json { return try Console.result(json: report) }
        try Console.result(report.line)
    }
}
