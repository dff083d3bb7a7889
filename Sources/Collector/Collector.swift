import EventLog
public import Events
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import Postgres
import ServiceLifecycle

/// The HTTP service that takes events and answers once they are durable.
public struct Collector: Sendable {
    /// Who may send events.
    public enum Access: Sendable {
        /// Who has a key of the database.
        case keys
        /// Anyone. Only for an address that nobody else can connect to.
        case anyone
    }

    /// Where it listens, and what it serves.
    public struct Settings: Sendable {
        /// An address or a name of this machine.
        public var host = "127.0.0.1"
        /// 0: one that is free.
        public var port = 8080
        public var access = Access.keys
        /// The folder of reports whose newest is shown at `/`; nil for none.
        public var dashboards: String?
        /// Whose `X-Forwarded-For` is believed.
        public var trustedProxies: [TrustedProxy] = []
        public var limits = CollectorLimits()
        /// Free bytes where the database is; nil where that can't be known.
        public var freeBytes: @Sendable () -> Int? = { nil }

        /// The settings that are in force if nothing else is said.
        public init() {}
    }

    /// How long the database may be away before a request is told so.
    private static let patience = Duration.seconds(2)

    private let settings: Settings
    private let logger: Logger
    private let commits: GroupCommit
    private let registry: Registry
    private let responder: CollectorResponder

    /// A collector over sessions with the role `ingest`, which it has to itself: over each of `storing` it stores a batch at the same
    /// time, over `asking` it reads. `now` gives the time of receipt.
    public init(
        _ settings: Settings, storing: [Session], asking: Session, logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        let writer = LogWriter(sessions: storing, patience: Self.patience)
        self.init(settings, store: writer, asking: asking, logger: logger, now: now)
    }

    /// The same over another store.
    package init(
        _ settings: Settings, store: any BatchStore, asking: Session, logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.settings = settings
        self.logger = logger
        let metrics = CollectorMetrics()
        commits = GroupCommit(
            store: store, metrics: metrics, limits: settings.limits,
            onDelay: { Self.warn($0, asking: asking, logger) }, now: now)
        registry = Registry(session: asking, logger: logger, now: now)
        responder = CollectorResponder(
            admission: Admission(settings.limits, metrics), commits: commits,
            reader: RequestReader(limits: settings.limits, registry: registry),
            credentials: settings.access == .keys ? .keys(registry) : .none,
            readiness: Readiness(session: asking, commits: commits, freeBytes: settings.freeBytes),
            pages: settings.dashboards.map { ReportPages(folder: $0) },
            clients: ClientAddress(trusted: settings.trustedProxies), metrics: metrics, logger: logger)
    }

    /// Logs what keeps commits from ending, and then, as soon as the database answers, who may.
    private static func warn(_ delay: String, asking: Session, _ logger: Logger) {
        logger.warning("\(delay)")
        Task {
            guard let holders = try? await asking.run({ try LockHolders.read($0) }), !holders.isEmpty else { return }
            logger.warning("Locks are held.", metadata: ["by": "\(holders.joined(separator: "; "))"])
        }
    }

    /// Serves until its task is cancelled; then what is in work is answered, and it returns. `onListening` is told the port.
    public func run(onListening: @escaping @Sendable (Int) -> Void) async throws {
        // So that the first request finds the keys, and is judged as all others.
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
        // A task of its own: a cancelled one would not wait.
        let waiting = Task { for try await _ in ended {} }
        try await withTaskCancellationHandler {
            try await waiting.value
        } onCancel: { [logger, settings] in
            Task {
                logger.notice("Stopping: what is in work is answered first.")
                await group.triggerGracefulShutdown()
                try? await Task.sleep(for: settings.limits.stopTime)
                serving.cancel()
                end.finish()
            }
        }
    }

    private func application(_ onListening: @escaping @Sendable (Int) -> Void) -> some ApplicationProtocol {
        let limits = settings.limits
        return Application(
            responder: responder,
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    // Each sees what the one behind it writes: to ask for a body is no answer.
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
