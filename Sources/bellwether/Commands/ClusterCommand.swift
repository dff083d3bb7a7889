import ArgumentParser

/// `bellwether cluster …`
struct ClusterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Distribute the database over the nodes of a Citus cluster.",
        discussion: "Example:  bellwether cluster distribute --parts 16",
        subcommands: [ClusterDistributeCommand.self, ClusterStatusCommand.self])
}
