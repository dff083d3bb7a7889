import ArgumentParser
import EventLog
import Postgres

/// `bellwether cluster status`
struct ClusterStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the nodes of the cluster, their parts, and what is behind.",
        discussion: "Example:  bellwether cluster status --json")

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let status = try await database.withDatabase(quiet: output.quiet) { database in
            let owner = try await Session.connect(to: database.target)
            let status = try await owner.run { try PartsStatus.read($0) }
            await owner.close()
            return status
        }
        if output.json { return try Console.result(json: status) }
        for line in status.lines { try Console.result(line) }
    }
}

extension PartsStatus {
    /// The status as lines of text.
    var lines: [String] {
        let standing =
            behind == 0
            ? "all at the coordinator's positions" : "\(behind.grouped) positions behind: run `bellwether project`"
        let whole = "Citus \(citus): \(parts.grouped) parts on \(nodes.count.grouped) nodes, \(standing)"
        return [whole] + nodes.map(\.line)
    }
}

extension PartsStatus.Node {
    fileprivate var line: String {
        guard isThere else { return "Node \(name):\(port): does not answer" }
        return "Node \(name):\(port): \(parts.grouped) parts, \(size)"
            + (waiting == 0 ? "" : ", \(waiting.grouped) transactions wait for their commit")
    }
}
