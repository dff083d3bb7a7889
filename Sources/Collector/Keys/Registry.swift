import EventLog
import Events
import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// The valid keys and the meaning of Segment's event names. Both can change in the database at any time, so they are
/// read again every second. A revoked key is refused after that.
final class Registry: Service {
    /// Time between two reads.
    private static let pause = Duration.seconds(1)
    /// How long a read is valid; after that a key may have been revoked without our knowledge.
    private static let shelfLife = Duration.seconds(5)
    /// A key's use is stored at most once in this time.
    private static let microsecondsBetweenNotes: Int64 = 60_000_000

    private struct State {
        var keys: [Int: CollectorKey] = [:]
        var aliases: [String: EventType] = [:]
        var readAt: ContinuousClock.Instant?
        /// When keys were last used, in microseconds since 1970. `notedAt` is what was last stored of it.
        var usedAt: [Int: Int64] = [:]
        var notedAt: [Int: Int64] = [:]

        /// Whether the last read is recent enough to rely on.
        var isFresh: Bool { readAt.map { ContinuousClock.now - $0 < Registry.shelfLife } ?? false }
    }

    private let session: Session
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates a registry with a session of the role `ingest`.
    init(session: Session, logger: Logger, now: @escaping @Sendable () -> Timestamp) {
        self.session = session
        self.logger = logger
        self.now = now
    }

    /// Event types by the names of Segment's track calls.
    var aliases: [String: EventType] { state.withLock { $0.aliases } }

    /// Returns the holder of a key; nil if the key is not valid. Throws if that is unknown because the database can't
    /// be reached.
    func sender(openedBy text: some StringProtocol) throws(Problem) -> Sender? {
        let found = state.withLock { state -> (key: CollectorKey?, isFresh: Bool) in
            guard let secret = CollectorKey.Secret(text), let key = state.keys[secret.number], secret.opens(key) else {
                return (nil, state.isFresh)
            }
            state.usedAt[key.number] = now().microseconds
            return (key, state.isFresh)
        }
        guard found.isFresh else { throw .unavailable }
        return found.key.map { Sender(key: $0.number, appID: $0.appID) }
    }

    /// Returns whether a key is valid. Throws if that is unknown because the database can't be reached.
    func isValid(_ number: Int) throws(Problem) -> Bool {
        let (isValid, isFresh) = state.withLock { ($0.keys[number] != nil, $0.isFresh) }
        guard isFresh else { throw .unavailable }
        return isValid
    }

    /// Reads again and again while the collector runs.
    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                do {
                    try await read()
                } catch let error as PostgresError where error.kind == .connection {
                    logger.warning("Keys can't be read: the database is away.", metadata: ["error": "\(error.message)"])
                    try? await session.reconnect()
                } catch  where !Task.isCancelled {
                    logger.error("Keys can't be read.", metadata: ["error": "\(error)"])
                } catch {}
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Reads once, and stores which keys were used.
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

    /// Returns uses of keys for which none was stored in the minute before.
    private func usesToNote() -> [Int: Int64] {
        state.withLock { state in
            state.usedAt.filter { number, usedAt in
                state.notedAt[number].map { usedAt - $0 >= Self.microsecondsBetweenNotes } ?? true
            }
        }
    }
}
