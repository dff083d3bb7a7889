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
                      bellwether project --check
            """)

    @Flag(help: "Compute from the whole log anew; readers see the old numbers until it is done.")
    var rebuild = false

    @Flag(help: "Compute from the whole log anew, compare every row, and mend what differs.")
    var check = false

    @Option(help: ArgumentHelp("Only this projection.", valueName: "name"))
    var job: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if rebuild, check { throw ValidationError("--check rebuilds where it must: give it without --rebuild.") }
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

    /// Brings projections up to the log one after the other.
    static func project(
        _ projections: [Projection], in database: Database, rebuild: Bool = false, quiet: Bool
    ) async throws -> [Projector.Report] {
        try await withProjector(in: database, quiet: quiet) { projector, show in
            rebuild
                ? try await projector.rebuild(projections, progress: show)
                : try await projector.bringUp(projections, progress: show)
        }
    }

    /// Runs `body` with a projector and something that shows its progress.
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
    /// For a person.
    var line: String {
        differing == 0
            ? "\(table): as the log says" : "\(table): \(differing.grouped) rows differed and were put right"
    }
}

extension Projector.Report {
    /// For a person.
    var line: String {
        if rebuilt { return "\(projection): rebuilt up to batch \(position.grouped)" }
        return position == from
            ? "\(projection): nothing new (batch \(position.grouped))"
            : "\(projection): batches \((from + 1).grouped) to \(position.grouped)"
    }
}
