import EventLog
public import Events
import Glibc
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import Postgres
import ServiceLifecycle

/// The HTTP service that receives events and answers once they are durable.
public struct Collector: Sendable {
    /// Decides which clients may send events.
    public enum Access: Sendable {
        /// Clients with a valid key; keys are stored in the database.
        case keys
        /// Any client. Use it only on an address that nobody else can connect to.
        case anyone
    }

    /// The address to listen on, and what to serve.
    public struct Settings: Sendable {
        /// An address or a name of this machine.
        public var host = "127.0.0.1"
        /// 0 chooses a free port.
        public var port = 8080
        public var access = Access.keys
        /// The origins of web pages that may send events, such as `https://shop.example.com`; `*` means all.
        public var origins: Set<String> = []
        /// The folder of reports; the newest is shown at `/`. Nil for none.
        public var dashboards: String?
        public var limits = CollectorLimits()
        /// Returns the free bytes on the database's disk; nil if unknown.
        public var freeBytes: @Sendable () -> Int? = { nil }

        /// Creates the default settings.
        public init() {}
    }

    /// How long the database may be unreachable before requests are answered with an error.
    private static let patience = Duration.seconds(2)

    private let settings: Settings
    private let logger: Logger
    private let commits: GroupCommit
    private let registry: Registry
    private let responder: CollectorResponder

    /// Creates a collector with sessions of the role `ingest` that nobody else uses. It stores one batch per session of
    /// `storing` at the same time, and reads through `asking`. `now` returns the time of receipt.
    public init(
        _ settings: Settings, storing: [Session], asking: Session, logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        let writer = LogWriter(sessions: storing, patience: Self.patience)
        self.init(settings, store: writer, asking: asking, logger: logger, now: now)
    }

    /// Creates a collector with another store, for tests.
    package init(
        _ settings: Settings, store: any BatchStore, asking: Session, logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.settings = settings
        self.logger = logger
        let (metrics, limits) = (CollectorMetrics(), settings.limits)
        registry = Registry(session: asking, logger: logger, now: now)
        let credentials = settings.access == .keys ? Credentials.keys(registry) : .none
        commits = GroupCommit(
            store: store, metrics: metrics, limits: limits, check: { try credentials.check($0) },
            onDelay: { Self.warn($0, asking: asking, logger) }, now: now)
        responder = CollectorResponder(
            admission: Admission(requests: limits.requests, bytes: limits.memoryBytes, tell: metrics.inWork),
            commits: commits,
            reader: RequestReader(limits: limits, registry: registry, credentials: credentials, now: now),
            credentials: credentials,
            readiness: Readiness(session: asking, commits: commits, freeBytes: settings.freeBytes),
            pages: settings.dashboards.map { ReportPages(folder: $0, readers: limits.readers, metrics) },
            crossOrigin: CrossOrigin(origins: settings.origins), metrics: metrics, logger: logger)
    }

    /// Logs that commits are delayed and, as soon as the database answers, which sessions hold locks.
    private static func warn(_ delay: String, asking: Session, _ logger: Logger) {
        logger.warning("\(delay)")
        Task {
            guard let holders = try? await asking.run({ try LockHolders.read($0) }), !holders.isEmpty else { return }
            logger.warning("Locks are held.", metadata: ["by": "\(holders.joined(separator: "; "))"])
        }
    }

    /// Serves until its task is cancelled, then answers the requests in flight and returns. Calls `onListening` with
    /// the port.
    public func run(onListening: @escaping @Sendable (Int) -> Void) async throws {
        // Before the first request, which needs the keys and the retention cutoff.
        try await registry.read()
        try await commits.learnRetention()
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [application(onListening)], logger: logger))
        let (ended, end) = AsyncThrowingStream<Void, any Error>.makeStream()
        let serving = Task {
            do {
                try await group.run()
                end.finish()
            } catch {
                end.finish(throwing: error)
            }
        }
        // In a separate task, because waiting in a cancelled one would return immediately.
        let waiting = Task { for try await _ in ended {} }
        try await withTaskCancellationHandler {
            try await waiting.value
        } onCancel: { [logger, settings] in
            Task {
                logger.notice("Stopping after the requests in flight are answered.")
                await group.triggerGracefulShutdown()
                try? await Task.sleep(for: settings.limits.stopTime)
                serving.cancel()
                end.finish()
            }
        }
    }

    /// Returns why `run` could not listen, in the system's words.
    public static func reason(of error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as SocketAddressError.UnknownHost: error.errorDescription
        default: "\(error)"
        }
    }

    private func application(_ onListening: @escaping @Sendable (Int) -> Void) -> some ApplicationProtocol {
        let limits = settings.limits
        return Application(
            responder: responder,
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    // Order matters: each handler sees what the next one writes. SlowClientHandler must not see the 100
                    // (Continue) of ContinueHandler, which is not an answer.
                    additionalChannelHandlers: [RequestGateInstaller(), ContinueHandler(), SlowClientHandler(limits)],
                    idleTimeout: TimeAmount(limits.idleTime),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port), backlog: 1_024,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: logger)),
            services: [registry],
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? settings.port) },
            logger: logger)
    }
}
