import EventLog
import Events
import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// What the collector goes by and the database can change at any time: the keys that open it, and what Segment's names mean.
/// Read anew every second, so that a revoked key opens nothing after that.
final class Registry: Service {
    /// Between two readings.
    private static let pause = Duration.seconds(1)
    /// For how long what was read counts: after that nobody can say whether a key was revoked.
    private static let shelfLife = Duration.seconds(5)
    /// How often a key's use is noted at most.
    private static let microsecondsBetweenNotes: Int64 = 60_000_000

    private struct State {
        var keys: [Int: CollectorKey] = [:]
        var aliases: [String: EventType] = [:]
        var readAt: ContinuousClock.Instant?
        /// When keys were used last, in microseconds since 1970, and when that was noted last.
        var usedAt: [Int: Int64] = [:]
        var notedAt: [Int: Int64] = [:]
    }

    private let session: Session
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let state = Mutex(State())

    /// A registry over a session with the role `ingest`.
    init(session: Session, logger: Logger, now: @escaping @Sendable () -> Timestamp) {
        self.session = session
        self.logger = logger
        self.now = now
    }

    /// What Segment's names mean.
    var aliases: [String: EventType] { state.withLock { $0.aliases } }

    /// Who holds a key; nil if it is no valid one. Throws where that can't be said, the database being away.
    func sender(openedBy text: some StringProtocol) throws(Problem) -> Sender? {
        let found = state.withLock { state -> (key: CollectorKey?, isFresh: Bool) in
            let isFresh = state.readAt.map { ContinuousClock.now - $0 < Self.shelfLife } ?? false
            guard let secret = CollectorKey.Secret(text), let key = state.keys[secret.number], secret.opens(key) else {
                return (nil, isFresh)
            }
            state.usedAt[key.number] = now().microseconds
            return (key, isFresh)
        }
        guard found.isFresh else { throw .unavailable }
        return found.key.map { Sender(key: $0.number, appID: $0.appID) }
    }

    /// Reads for as long as the collector runs.
    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                do {
                    try await read()
                } catch let error as PostgresError where error.kind == .connection {
                    logger.warning("Keys can't be read: the database is away.", metadata: ["error": "\(error)"])
                    try? await session.reconnect()
                } catch  where !Task.isCancelled {
                    logger.error("Keys can't be read.", metadata: ["error": "\(error)"])
                } catch {}
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Reads once, and notes which keys were used.
    func read() async throws {
        let startedAt = ContinuousClock.now
        let uses = usesToNote()
        let (keys, aliases) = try await session.run { connection in
            try CollectorKey.noteUses(uses, connection)
            return (try CollectorKey.all(validOnly: true, connection), try EventAlias.all(connection))
        }
        state.withLock { state in
            state.keys = Dictionary(uniqueKeysWithValues: keys.map { ($0.number, $0) })
            state.aliases = aliases
            state.readAt = startedAt
            state.notedAt.merge(uses) { $1 }
        }
    }

    /// Uses of which nothing, or nothing of the last minute, is noted.
    private func usesToNote() -> [Int: Int64] {
        state.withLock { state in
            state.usedAt.filter { number, usedAt in
                state.notedAt[number].map { usedAt - $0 >= Self.microsecondsBetweenNotes } ?? true
            }
        }
    }
}
