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
        let reports = try await database.withDatabase(quiet: output.quiet) { database in
            try await Self.project(projections, in: database, rebuild: rebuild, quiet: output.quiet)
        }
        if output.json { return try Console.result(json: ["projections": reports]) }
        for report in reports { try Console.result(report.line) }
    }

    private func runCheck(of projections: [Projection]) async throws {
        let findings = try await database.withDatabase(quiet: output.quiet) { database in
            try await Self.withProjector(in: database, quiet: output.quiet) { projector, show in
                try await projector.check(projections, progress: show)
            }
        }
        if output.json { return try Console.result(json: ["tables": findings]) }
        for finding in findings { try Console.result(finding.line) }
    }

    /// Updates projections, or rebuilds them.
    static func project(
        _ projections: [Projection], in database: Database, rebuild: Bool = false, quiet: Bool
    ) async throws -> [Projector.Report] {
        try await withProjector(in: database, quiet: quiet) { projector, show in
            rebuild
                ? try await projector.rebuild(projections, progress: show)
                : try await projector.bringUp(projections, progress: show)
        }
    }

    /// Runs `body` with a projector and a closure that shows its progress.
    private static func withProjector<Value: Sendable>(
        in database: Database, quiet: Bool,
        _ body: (Projector, @escaping @Sendable (Projector.Progress) -> Void) async throws -> Value
    ) async throws -> Value {
        let session = try await database.session(as: .project)
        let other = try await database.session(as: .project)
        let meter = ProgressMeter("Projecting", unit: "batches", isQuiet: quiet)
        let value = try await body(Projector(session: session, otherSessions: [other])) { progress in
            meter.show(progress.position, share: Double(progress.position) / Double(max(progress.head, 1)))
        }
        meter.end()
        await session.close()
        await other.close()
        return value
    }
}

extension Projector.Finding {
    /// The finding as a line of text.
    var line: String {
        differing == 0
            ? "\(table): matches the log" : "\(table): \(differing.grouped) rows differed and were corrected"
    }
}

extension Projector.Report {
    /// The report as a line of text.
    var line: String {
        if rebuilt { return "\(projection): rebuilt up to batch \(position.grouped)" }
        return position == from
            ? "\(projection): nothing new (batch \(position.grouped))"
            : "\(projection): batches \((from + 1).grouped) to \(position.grouped)"
    }
}
