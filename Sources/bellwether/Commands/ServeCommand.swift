import ArgumentParser
import Collector
import EventLog
import Events
import Foundation
import Glibc
import Logging
import Postgres
import PrivateServer

/// `bellwether serve`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Receive events over HTTP. Each is committed before it is acknowledged.",
        discussion: """
            POST /v1/events accepts one event, a JSON array or NDJSON, with `Authorization: Bearer KEY`. CloudEvents \
            and Segment calls are accepted too. GET /openapi.json describes the whole interface, /schemas/event.json \
            an event; /healthz, /readyz and /metrics are for monitoring. Use a reverse proxy for TLS. On SIGTERM, \
            requests in progress are answered before the program exits.

            Example:  bellwether serve --port 8080 --dashboards reports
                      bellwether serve --insecure-no-keys
            """)

    /// The format of log messages on standard error.
    enum LogForm: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8080

    @Option(
        help: ArgumentHelp("Serve the newest report in this folder (that of `report --out`) at /.", valueName: "dir")
    )
    var dashboards: String?

    @Option(
        help: ArgumentHelp(
            "Let web pages of this origin send events, e.g. https://shop.example.com; can be repeated; * for all.",
            valueName: "origin"))
    var allowOrigin: [String] = []

    @Flag(help: "Accept events from anyone, without keys; only on a loopback address.")
    var insecureNoKeys = false

    @Option(help: "The number of batches stored at the same time, each over its own database connection.")
    var sessions = 2

    @Option(help: "The maximum number of open connections.")
    var maxConnections = CollectorLimits().connections

    @Option(help: "The maximum memory for requests in progress, in mebibytes.")
    var maxMemory = CollectorLimits().memoryBytes >> 20

    @Option(help: "The maximum of rejected events kept per key and day, in megabytes; others are only counted.")
    var maxQuarantine = CollectorLimits().quarantineBytesADay / 1_000_000

    @Option(help: "The format of log messages: text or json.")
    var log = LogForm.text

    @Option(help: "The minimum level of log messages: debug (every request), info, notice, warning or error.")
    var logLevel = "info"

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !(0...65_535).contains(port) { throw ValidationError("--port must be a number from 0 to 65535.") }
        if !(1...64).contains(sessions) { throw ValidationError("--sessions must be a number from 1 to 64.") }
        if maxConnections < 1 { throw ValidationError("--max-connections must be at least 1.") }
        // So much that the largest body finds room.
        if maxMemory < 128 { throw ValidationError("--max-memory must be at least 128.") }
        if !(1...1_000_000).contains(maxQuarantine) {
            throw ValidationError("--max-quarantine must be a number from 1 to 1000000.")
        }
        if Logger.Level(rawValue: logLevel) == nil {
            throw ValidationError("--log-level must be debug, info, notice, warning or error.")
        }
        if let wrong = allowOrigin.first(where: { !Self.isOrigin($0) }) {
            throw ValidationError(
                "--allow-origin must be * or an origin as browsers send it, such as https://shop.example.com, without a "
                    + "path; it is \(wrong).")
        }
        if insecureNoKeys, !Self.loopback.contains(host) {
            throw ValidationError(
                """
                --insecure-no-keys requires a loopback address, but --host is \(host): leave it out and create a key \
                with `bellwether keys add`.
                """)
        }
    }

    /// Whether a text is `*` or a scheme and a host in lower case, with a port if it is not the scheme's.
    private static func isOrigin(_ text: String) -> Bool {
        text == "*" || text.wholeMatch(of: /[a-z][a-z0-9+.\-]*:\/\/[a-z0-9.\-_\[\]:]+/) != nil
    }

    private static let loopback: Set = ["127.0.0.1", "::1", "localhost"]

    func run() async throws {
        do {
            try await serve()
        } catch  where Task.isCancelled {
            // Stopped before it listened: also a clean stop.
        }
    }

    private func serve() async throws {
        OpenFiles.raiseLimit()
        try await database.withDatabase(quiet: output.quiet) { database in
            let settings = settings
            var storing: [Session] = []
            for _ in 0..<sessions {
                storing.append(try await database.session(as: .ingest, lockTimeout: settings.limits.lockTime))
            }
            let asking = try await database.session(as: .ingest, lockTimeout: settings.limits.lockTime)
            let collector = Collector(
                settings, storing: storing, asking: asking, logger: logger, now: { Timestamp.now() })
            try await run(collector, on: database.target)
            for session in storing { await session.close() }
            await asking.close()
        }
    }

    /// Runs the collector until it is told to stop, and keeps the private server running, if it is that one.
    private func run(_ collector: Collector, on target: ConnectionTarget) async throws {
        guard case .embedded(let directory) = database.source else { return try await run(collector) }
        let server = try DatabaseSource.server(in: directory, quiet: output.quiet)
        try await ServerWatch(server: server, target: target, logger: logger).during { try await run(collector) }
    }

    private func run(_ collector: Collector) async throws {
        do {
            try await collector.run { port in announce(port) }
        } catch  where !(error is CancellationError) && !(error is PostgresError) {
            throw Failure.listening(host, port, error)
        }
    }

    private var settings: Collector.Settings {
        var settings = Collector.Settings()
        settings.host = host
        settings.port = port
        settings.access = insecureNoKeys ? .anyone : .keys
        settings.origins = Set(allowOrigin)
        settings.dashboards = dashboards
        // A client that reads a file takes two descriptors.
        let free = OpenFiles.limit - OpenFiles.reserve
        settings.limits.connections = min(maxConnections, max(free / 2, free - settings.limits.readers))
        settings.limits.memoryBytes = maxMemory << 20
        settings.limits.quarantineBytesADay = maxQuarantine * 1_000_000
        if case .embedded(let directory) = database.source {
            settings.freeBytes = { Disk.freeBytes(at: directory) }
        }
        return settings
    }

    private var logger: Logger {
        let level = Logger.Level(rawValue: logLevel) ?? .info
        return Logger(label: "bellwether") { [log] _ -> any LogHandler in
            switch log {
            case .text: TextLogHandler(level: level)
            case .json: JSONLogHandler(level: level)
            }
        }
    }

    private func announce(_ port: Int) {
        let host = host.contains(":") ? "[\(host)]" : host
        let url = "http://\(host):\(port)"
        do {
            if output.json {
                try Console.result(json: ["url": url])
            } else if !output.quiet {
                try Console.result("Listening on \(url)")
            }
        } catch {
            // Go on: events can be received without this message.
            Console.error("\(error)")
        }
    }
}

/// The limit on the number of files and connections that the program has open.
private enum OpenFiles {
    /// Descriptors reserved for the database, files and logs.
    static let reserve = 64

    /// The current limit.
    static var limit: Int {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return 1_024 }
        return Int(min(limits.rlim_cur, rlim_t(Int32.max)))
    }

    /// Raises the limit to the maximum that the system allows without privileges.
    static func raiseLimit() {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return }
        limits.rlim_cur = limits.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    }
}

extension Failure {
    /// Creates the failure for a collector that can't listen.
    fileprivate static func listening(_ host: String, _ port: Int, _ error: any Error) -> Failure {
        Failure(
            status: 69,
            description: """
                Can't listen on \(host), port \(port) (\(Collector.reason(of: error))): name another with --host and --port.
                """)
    }
}
