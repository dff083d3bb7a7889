import ArgumentParser
import Foundation
import Glibc
import Simulation

/// `bellwether simulate`
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Print invented events whose right numbers are known.",
        discussion: """
            NDJSON on standard output, the same bytes for the same arguments.

            Example:  bellwether simulate --installations 20000 --days 120 --seed 7 --truth truth > events.ndjson
            """)

    @OptionGroup var scale: SimulationOptions

    @Option(
        help: ArgumentHelp("Write the tables that a right pipeline gives from these events here.", valueName: "folder"))
    var truth: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let simulation = scale.simulation
        if let truth { try Self.write(simulation.truth(), to: truth) }
        let meter = ProgressMeter("Simulating", unit: "bytes", isQuiet: output.quiet)
        var written = 0
        try simulation.writeEvents { chunk in
            try Task.checkCancellation()
            try Console.result(bytes: chunk)
            written += chunk.count
            meter.show(written)
        }
        meter.end()
    }

    private static func write(_ tables: [(name: String, csv: String)], to folder: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for table in tables {
                try Data(table.csv.utf8).write(to: URL(fileURLWithPath: folder).appending(path: table.name))
            }
        } catch {
            throw Failure.output(folder, errno)
        }
    }
}

/// How much is simulated.
struct SimulationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many installations.", valueName: "n"))
    var installations = 20_000

    @Option(help: ArgumentHelp("How many days.", valueName: "n"))
    var days = 120

    @Option(help: ArgumentHelp("What the invention starts from; another seed gives other events.", valueName: "n"))
    var seed: UInt64 = 7

    @Option(help: ArgumentHelp("How many apps.", valueName: "n"))
    var apps = 1

    @Option(
        help: ArgumentHelp(
            "What happens after three quarters of the days: \(Incident.names).", valueName: "name"),
        transform: { name in
            guard let incident = Incident(rawValue: name) else {
                throw ValidationError("--incident is one of \(Incident.names).")
            }
            return incident
        })
    var incident: Incident?

    var simulation: Simulation {
        Simulation(installations: installations, days: days, seed: seed, apps: apps, incident: incident)
    }

    func validate() throws {
        guard installations >= 0, (1...3_650).contains(days), (1...20).contains(apps) else {
            throw ValidationError("--installations is 0 or more, --days 1 to 3650, --apps 1 to 20.")
        }
    }
}

extension Incident {
    /// All of them, as the command line has them.
    fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
