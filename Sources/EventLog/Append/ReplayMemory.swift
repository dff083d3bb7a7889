import Events
import Synchronization

/// What the lanes of a writer expect of the log: which keys may be there already, whether a replay is going on, and from when on
/// engagement events are kept.
final class ReplayMemory: Sendable {
    private struct State {
        var recent = RecentKeys(generationSize: ReplayMemory.recentKeys)
        /// How many of the next batches are taken for a replay.
        var replays = 0
        var retainedFrom: Timestamp?
    }

    /// For how many batches all keys are asked for after one that met an unexpected duplicate: replays come in runs.
    private static let run = 8
    /// How many keys are remembered at least, in 4 MiB.
    private static let recentKeys = 1 << 20

    private let state = Mutex(State())

    /// Of which moment on engagement events are kept; nil: all, or nobody has asked yet.
    var retainedFrom: Timestamp? { state.withLock { $0.retainedFrom } }

    func learn(retainedFrom: Timestamp?) { state.withLock { $0.retainedFrom = retainedFrom } }

    /// Whether what comes is taken for a replay.
    var expectsReplay: Bool { state.withLock { $0.replays > 0 } }

    /// The places of the events for whose keys the database is to be asked.
    func suspects(among events: FreshEvents) -> [Int] {
        state.withLock { state in events.places { state.replays > 0 || state.recent.mayContain($0) } }
    }

    /// Says that a batch met what it took for new.
    func metDuplicate() { state.withLock { $0.replays = Self.run } }

    /// Says that a batch is committed with these events, which were stored now or before: either way the next copy is a
    /// duplicate.
    func stored(_ events: FreshEvents) {
        state.withLock { state in
            state.replays = max(0, state.replays - 1)
            state.recent.insert(events.keys)
        }
    }
}
