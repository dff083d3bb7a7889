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
            let reports = try await Self.project(projections, in: database, rebuild: rebuild, quiet: output.quiet)
            return (reports, try await reports.newEvents(in: database))
        }
        if output.json { return try Console.result(json: ["projections": reports]) }
        try Console.result(reports.line(newEvents: events))
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
            let reports =
                rebuild
                ? try await projector.rebuild(projections, progress: show)
                : try await projector.bringUp(projections, progress: show)
            try await projector.renewStatistics()
            return reports
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

extension [Projector.Report] {
    /// The lowest position before the run, and the lowest one after it.
    private var bounds: (start: Int, end: Int) { (map(\.from).min() ?? 0, map(\.position).min() ?? 0) }

    /// Returns how many events were new since the run before.
    func newEvents(in database: Database) async throws -> Int {
        let session = try await database.session(as: .project)
        let events = try await session.run { [bounds] in
            try Projector.events(after: bounds.start, upTo: bounds.end, $0)
        }
        await session.close()
        return events
    }

    /// The reports as one line of text. `newEvents`: the result of `newEvents(in:)`.
    func line(newEvents: Int) -> String {
        if bounds.end == 0 {
            return "The log has no events yet: store some with `bellwether ingest` or `bellwether serve`."
        }
        let sentence =
            if contains(where: \.rebuilt) {
                "Recomputed everything from the whole log."
            } else {
                switch newEvents {
                case 0: "No new events since the last run."
                case 1: "Counted 1 new event."
                default: "Counted \(newEvents.grouped) new events."
                }
            }
        return count == 1 ? "Projection \(self[0].projection): \(sentence)" : sentence
    }
}
