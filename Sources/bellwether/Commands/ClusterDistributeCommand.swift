import ArgumentParser
import EventLog
import Postgres

/// `bellwether cluster distribute`
struct ClusterDistributeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "distribute",
        abstract: "Distribute the tables over the nodes of the cluster, or bring a distributed database up to date.",
        discussion: """
            The database must be on the coordinator of a Citus cluster, and nothing may write to it meanwhile. Its events are \
            copied to the nodes, then everything is recomputed on them. If it is interrupted, run it again. Run it also after \
            a node was added, before shards are moved there. docs/scaling.md describes the way to a cluster.

            Example:  bellwether cluster distribute --parts 16
            """)

    @Option(help: ArgumentHelp("How many parts to make: two to eight for each core of the nodes.", valueName: "n"))
    var parts = 8

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...1_024).contains(parts) else {
            throw ValidationError("--parts must be a whole number from 1 to 1024.")
        }
    }

    func run() async throws {
        let status = try await database.source.withTarget(quiet: output.quiet) { target in
            let database = try await Database(migrating: target, distributing: true)
            // Connect as the owner: no other role may distribute tables.
            let owner = try await Session.connect(to: target)
            let meter = ProgressMeter("Distributing", unit: "tables", isQuiet: output.quiet)
            try await meter.during {
                try await owner.run { [parts] connection in
                    try Parts.distribute(into: parts, connection) { _, done, all in
                        meter.show(done, share: Double(done) / Double(all))
                    }
                }
            }
            // Counts that were made on one server lie on one part until they are made again.
            _ = try await Pipeline(database, isQuiet: output.quiet).project()
            let status = try await owner.run { try PartsStatus.read($0) }
            await owner.close()
            return status
        }
        if output.json { return try Console.result(json: status) }
        for line in status.lines { try Console.result(line) }
    }
}
