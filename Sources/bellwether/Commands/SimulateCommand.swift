import ArgumentParser
import Foundation
import Glibc
import Simulation

/// `bellwether simulate`
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Print simulated events for which the correct numbers are known.",
        discussion: """
            Prints NDJSON on standard output. The same arguments give the same bytes.

            Example:  bellwether simulate --installations 20000 --days 120 --seed 7 --truth truth > events.ndjson
            """)

    @OptionGroup var scale: SimulationOptions

    @Option(
        help: ArgumentHelp("Write the correct tables for these events to this folder.", valueName: "folder"))
    var truth: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let simulation = scale.simulation
        if let truth { try Self.write(simulation.truth(), to: truth) }
        let meter = ProgressMeter("Simulating", unit: "bytes", isQuiet: output.quiet)
        defer { meter.end() }
        var written = 0
        try simulation.writeEvents { chunk in
            try Task.checkCancellation()
            try Console.result(bytes: chunk)
            written += chunk.count
            meter.show(written)
        }
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

/// The options of a simulation.
struct SimulationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The number of installations.", valueName: "n"))
    var installations = 20_000

    @Option(help: ArgumentHelp("The number of days.", valueName: "n"))
    var days = 120

    @Option(help: ArgumentHelp("The random seed: another one gives other events.", valueName: "n"))
    var seed: UInt64 = 7

    @Option(help: ArgumentHelp("The number of apps.", valueName: "n"))
    var apps = 1

    @Option(
        help: ArgumentHelp(
            "An incident after three quarters of the days: \(Incident.names).", valueName: "name"),
        transform: { name in
            guard let incident = Incident(rawValue: name) else {
                throw ValidationError("--incident must be one of \(Incident.names).")
            }
            return incident
        })
    var incident: Incident?

    @Flag(help: "Installations report their settings, and servers that installations are gone.")
    var reach = false

    @Option(
        name: .customLong("turn-offs"),
        help: ArgumentHelp(
            "The chance that a person turns notifications off because of a campaign. May be given once for each campaign.",
            valueName: "campaign=chance"),
        transform: Hazard.init)
    var hazards: [Hazard] = []

    var simulation: Simulation {
        Simulation(
            installations: installations, days: days, seed: seed, apps: apps, incident: incident, tellsReach: reach,
            hazards: Dictionary(hazards.map { ($0.campaign, $0.chance) }) { _, last in last })
    }

    func validate() throws {
        guard installations >= 0, (1...3_650).contains(days), (1...20).contains(apps) else {
            throw ValidationError("--installations must be 0 or more, --days 1 to 3650, --apps 1 to 20.")
        }
    }
}

/// A campaign and the chance that a person turns notifications off because of it, as the command line names them.
struct Hazard: Sendable {
    let campaign: String
    let chance: Double

    init(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, Simulation.campaigns.contains(parts[0]), let chance = Double(parts[1]),
            (0...1).contains(chance)
        else {
            let campaigns = Simulation.campaigns.joined(separator: ", ")
            throw ValidationError(
                "--turn-offs must be a campaign, =, and a number from 0 to 1; campaigns: \(campaigns).")
        }
        (campaign, self.chance) = (parts[0], chance)
    }
}

extension Incident {
    /// The names of all incidents, as the command line takes them.
    fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
