import ArgumentParser
import EventLog
import PrivateServer

/// `bellwether server start|stop|status`
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Start or stop the private PostgreSQL server, or show its status.",
        discussion: """
            Commands start it when they need it, and the last one stops it. After `start` it runs until `stop`.

            Example:  bellwether server start && psql "$(bellwether server status --quiet)"
            """,
        subcommands: [Start.self, Stop.self, Status.self])

    struct Options: ParsableArguments {
        @Option(help: ArgumentHelp("The folder of the private server.", valueName: "dir"))
        var dataDir: String?

        @OptionGroup var output: OutputOptions

        func server() throws -> EmbeddedServer {
            try DatabaseSource.server(in: DatabaseSource.embeddedDirectory(dataDir), quiet: output.quiet)
        }
    }

    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Start the server and keep it running.", discussion: "Example:  bellwether server start")
        @OptionGroup var options: Options

        func run() async throws {
            _ = try await options.server().start()
            try await ServerCommand.show(options)
        }
    }

    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop the server, or leave that to the last of the commands that use it.",
            discussion: "Example:  bellwether server stop")
        @OptionGroup var options: Options

        func run() async throws {
            if try await options.server().stop() == .leftToItsUsers, !options.output.quiet {
                Console.note("The server is left to the commands that use it: the last of them stops it.")
            }
            try await ServerCommand.show(options)
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show whether it is running and how to connect.",
            discussion: "Example:  bellwether server status")
        @OptionGroup var options: Options

        func run() async throws { try await ServerCommand.show(options) }
    }

    private static func show(_ options: Options) async throws {
        let status = try await options.server().status()
        if options.output.json { return try Console.result(json: ServerReport(status)) }
        try Console.result(status.connectionString ?? status.state.rawValue)
    }
}

/// The result in the form that `server status --json` prints.
private struct ServerReport: Encodable {
    let directory: String
    let running: Bool
    let state: String
    let kept: Bool
    let pid: Int32?
    let version: String?
    let connection: String?

    init(_ status: ServerStatus) {
        directory = status.directory
        running = status.isRunning
        state = status.state.rawValue
        kept = status.isKept
        pid = status.processID
        version = status.version
        connection = status.connectionString
    }
}
