import ArgumentParser
import EventLog
import Foundation
import Ingest
import PrivateServer
import Projections
import Reports
import Simulation

/// `bellwether demo`
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Simulate events, ingest and project them, and write a sample report.",
        discussion: """
            Always uses the private server, even if the environment names another database, so that simulated events \
            never mix with real ones.

            Example:  bellwether demo --out demo
            """)

    @Option(help: ArgumentHelp("The folder for the report.", valueName: "dir"))
    var out = "demo"

    @OptionGroup var scale: SimulationOptions

    @Option(help: ArgumentHelp("The folder of the private server.", valueName: "dir"))
    var dataDir: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let events = "\(out)/.events-\(UUID().uuidString).ndjson"
        // Only the database needs them. They can be 100 MB, and `simulate --reach` gives the same again.
        defer { unlink(events) }
        try step("Simulating \(scale.installations.grouped) installations over \(scale.days) days") {
            try write(to: events)
        }
        let source = DatabaseSource.embedded(dataDirectory: DatabaseSource.embeddedDirectory(dataDir))
        let page = try await source.withTarget(quiet: output.quiet) { target in
            let database = try await Database(migrating: target)
            let pipeline = Pipeline(database, isQuiet: output.quiet)
            say("Ingesting")
            let reports = try await pipeline.ingest([.file(path: events)])
            for report in reports { say("  " + report.outline) }
            say("Projecting")
            let projected = try await pipeline.project()
            say("  " + projected.line(newEvents: try await projected.newEvents(in: database)))
            say("Writing the report")
            return try await pipeline.report(ReportRequest(), to: out).page
        }
        let path = URL(fileURLWithPath: page).path
        if output.json { return try Console.result(json: ["page": path]) }
        say("Done. Next, report on events of your own in another folder, as docs/tutorial.md shows, apart from these.")
        say("Open this page:")
        try Console.result(path)
    }

    /// Writes the simulated events to a new file. Installations tell in them all that pages can show.
    private func write(to path: String) throws {
        var scale = scale
        scale.reach = true
        do {
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        } catch {
            throw Failure.output(out, errno)
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure.output(path, errno) }
        defer { close(descriptor) }
        try scale.simulation.writeEvents { chunk in
            try Task.checkCancellation()
            try chunk.writeAll(to: descriptor) { .output(path, $0) }
        }
    }

    private func step(_ label: String, _ body: () throws -> Void) rethrows {
        say(label)
        try body()
    }

    private func say(_ line: String) {
        if !output.quiet { Console.note(line) }
    }
}
