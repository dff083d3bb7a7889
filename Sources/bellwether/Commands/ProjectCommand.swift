import ArgumentParser
import EventLog
import Postgres
import Projections

/// `bellwether project`
struct ProjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Bring the projections up to the log.",
        discussion: """
            Takes in what was ingested since the last time, at a cost that follows the new events.

            Example:  bellwether project
                      bellwether project --job journey --rebuild
            """)

    @Flag(help: "Compute from the whole log anew; readers see the old numbers until it is done.")
    var rebuild = false

    @Option(help: ArgumentHelp("Only this projection.", valueName: "name"))
    var job: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let projections = try job.map { [try Projector.projection(named: $0)] } ?? Projection.all
        let reports = try await database.withDatabase(quiet: output.quiet) { database in
            try await Self.project(projections, in: database, rebuild: rebuild, quiet: output.quiet)
        }
        if output.json { return try Console.result(json: ["projections": reports]) }
        for report in reports { Console.result(report.line) }
    }

    /// Brings projections up to the log one after the other.
    static func project(
        _ projections: [Projection], in database: Database, rebuild: Bool = false, quiet: Bool
    ) async throws -> [Projector.Report] {
        let session = try await database.session(as: .project)
        let projector = Projector(session: session)
        var reports: [Projector.Report] = []
        for projection in projections {
            let meter = ProgressMeter("Projecting \(projection.name)", unit: "batches", isQuiet: quiet)
            let show = { @Sendable (progress: Projector.Progress) in
                meter.show(progress.position, share: Double(progress.position) / Double(max(progress.head, 1)))
            }
            let work = rebuild ? projector.rebuild : projector.bringUp
            reports.append(try await work(projection, show))
            meter.end()
        }
        await session.close()
        return reports
    }
}

extension Projector.Report {
    /// For a person.
    var line: String {
        position == from
            ? "\(projection): nothing new (batch \(position.grouped))"
            : "\(projection): batches \((from + 1).grouped) to \(position.grouped)"
    }
}
