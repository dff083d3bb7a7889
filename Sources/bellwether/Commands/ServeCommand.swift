import ArgumentParser
import Collector
import EventLog
import Events
import Foundation
import Glibc
import Logging
import Postgres

/// `bellwether serve`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Take events over HTTP, each durable before it is acknowledged.",
        discussion: """
            POST /v1/events takes one event, a JSON array or NDJSON, with `Authorization: Bearer KEY`; CloudEvents and Segment's \
            calls are taken as well. GET /openapi.json describes all of it, /healthz, /readyz and /metrics are for machines. \
            TLS is the reverse proxy's. SIGTERM stops it once what is in work is answered.

            Example:  bellwether serve --port 8080 --dashboards reports
                      bellwether serve --insecure-no-keys
            """)

    /// How messages are written to standard error.
    enum LogForm: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for one that is free.")
    var port = 8080

    @Option(
        help: ArgumentHelp("Show the newest report of this folder, which `report --out` names, at /.", valueName: "dir")
    )
    var dashboards: String?

    @Flag(help: "Take events of anyone, without keys; only on a loopback address.")
    var insecureNoKeys = false

    @Option(help: ArgumentHelp("Believe X-Forwarded-For of this address or network.", valueName: "address"))
    var trustedProxy: [String] = []

    @Option(help: "Store this many batches at the same time, each over its own connection to the database.")
    var sessions = 2

    @Option(help: "Take at most so many connections at once.")
    var maxConnections = CollectorLimits().connections

    @Option(help: "Hold at most so many mebibytes of what is in work.")
    var maxMemory = CollectorLimits().memoryBytes >> 20

    @Option(help: "Keep at most so many megabytes of rejected events of a key a day; further ones are counted alone.")
    var maxQuarantine = CollectorLimits().quarantineBytesADay / 1_000_000

    @Option(help: "How messages are written.")
    var log = LogForm.text

    @Option(help: "The least level of messages: debug (with every request), info, warning, error.")
    var logLevel = "info"

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !(0...65_535).contains(port) { throw ValidationError("--port is a number from 0 to 65535.") }
        if !(1...64).contains(sessions) { throw ValidationError("--sessions is a number from 1 to 64.") }
        if maxConnections < 1 { throw ValidationError("--max-connections is at least 1.") }
        if maxMemory < 64 { throw ValidationError("--max-memory is at least 64.") }
        if !(1...1_000_000).contains(maxQuarantine) {
            throw ValidationError("--max-quarantine is a number from 1 to 1000000.")
        }
        if Logger.Level(rawValue: logLevel) == nil {
            throw ValidationError("--log-level is debug, info, notice, warning or error.")
        }
        for proxy in trustedProxy where TrustedProxy(proxy) == nil {
            throw ValidationError("--trusted-proxy is an address or a network, such as 10.0.0.0/8; it is \(proxy).")
        }
        if insecureNoKeys, !Self.loopback.contains(host) {
            throw ValidationError(
                """
                --insecure-no-keys is for a loopback address alone; --host is \(host): leave it out and make a key with \
                `bellwether keys add`.
                """)
        }
    }

    private static let loopback: Set = ["127.0.0.1", "::1", "localhost"]

    func run() async throws {
        do {
            try await serve()
        } catch  where Task.isCancelled {
            // Told to stop before it listened: as clean a stop as any later one.
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
            do {
                try await collector.run { port in announce(port) }
            } catch  where !(error is CancellationError) && !(error is PostgresError) {
                throw Failure.listening(host, port, error)
            }
            for session in storing { await session.close() }
            await asking.close()
        }
    }

    private var settings: Collector.Settings {
        var settings = Collector.Settings()
        settings.host = host
        settings.port = port
        settings.access = insecureNoKeys ? .anyone : .keys
        settings.dashboards = dashboards
        settings.trustedProxies = trustedProxy.compactMap { TrustedProxy($0) }
        settings.limits.connections = min(maxConnections, OpenFiles.limit - OpenFiles.reserve)
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
            // Events are taken all the same.
            Console.error("\(error)")
        }
    }
}

/// How many files and connections the program may have open.
private enum OpenFiles {
    /// What is kept for the database, files and logs.
    static let reserve = 64

    /// The limit in force.
    static var limit: Int {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return 1_024 }
        return Int(min(limits.rlim_cur, rlim_t(Int32.max)))
    }

    /// As many as the program may ask for.
    static func raiseLimit() {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return }
        limits.rlim_cur = limits.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    }
}

extension Failure {
    /// The collector can't listen where it should.
    fileprivate static func listening(_ host: String, _ port: Int, _ error: any Error) -> Failure {
        Failure(
            status: 69,
            description: "Can't listen on \(host), port \(port) (\(error)): name another with --host and --port.")
    }
}
