import ArgumentParser
import EventLog
import Postgres
import Projections

/// `bellwether project`
struct ProjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Update the projections, from which reports are made, with new events.",
        discussion: """
            Processes what was ingested since the last run. The work is proportional to the new events, not to the log.

            Example:  bellwether project
                      bellwether project --job journey --rebuild
                      bellwether project --check
            """)

    @Flag(help: "Recompute everything from the whole log. Readers see the old numbers until it is done.")
    var rebuild = false

    @Flag(help: "Recompute everything from the whole log, compare every row, and correct what differs.")
    var check = false

    @Option(help: ArgumentHelp("Only this projection.", valueName: "name"))
    var job: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if rebuild, check { throw ValidationError("--check rebuilds if necessary: leave out --rebuild.") }
    }

    func run() async throws {
        let projections = try job.map { [try Projector.projection(named: $0)] } ?? Projection.all
        if check { return try await runCheck(of: projections) }
        let (reports, events) = try await database.withDatabase(quiet: output.quiet) { database in
            let reports = try await Pipeline(database, isQuiet: output.quiet).project(projections, rebuild: rebuild)
            return (reports, try await reports.newEvents(in: database))
        }
        if output.json { return try Console.result(json: ["projections": reports]) }
        try Console.result(reports.line(newEvents: events))
    }

    private func runCheck(of projections: [Projection]) async throws {
        let findings = try await database.withDatabase(quiet: output.quiet) { database in
            try await Pipeline(database, isQuiet: output.quiet).check(projections)
        }
        if output.json { return try Console.result(json: ["tables": findings]) }
        for finding in findings { try Console.result(finding.line) }
    }
}

extension Projector.Finding {
    /// The finding as a line of text.
    var line: String {
        differing == 0
            ? "\(table): matches the log" : "\(table): \(differing.grouped) rows differed and were corrected"
    }
}
