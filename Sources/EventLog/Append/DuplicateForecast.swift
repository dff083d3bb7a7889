import Events
import Synchronization

/// What the sessions of a writer expect of the log: which keys it may have, whether a replay is going on, and the retention cutoff.
final class DuplicateForecast: Sendable {
    private struct State {
        var recent = RecentKeyFilter(generationSize: DuplicateForecast.recentKeys)
        /// How many of the next batches are expected to be copies.
        var replays = 0
        var retainedFrom: Timestamp?
    }

    /// How many batches are expected to be copies after one that met an unexpected copy: replays come in runs.
    private static let run = 8
    /// How many keys are remembered at least, in 4 MiB.
    private static let recentKeys = 1 << 20

    private let state = Mutex(State())

    /// Retention cutoff of engagement events; nil if all are kept, or nobody has asked yet.
    var retainedFrom: Timestamp? { state.withLock { $0.retainedFrom } }

    /// Remembers the retention cutoff.
    func learn(retainedFrom: Timestamp?) { state.withLock { $0.retainedFrom = retainedFrom } }

    /// Whether copies are expected.
    var expectsReplay: Bool { state.withLock { $0.replays > 0 } }

    /// Remembers the keys of the events at some places of a batch. Returns for each event of the batch whether it is at one of the
    /// places and its key may have been stored of late, or be in flight in another session.
    ///
    /// A session asks before it copies, so of two batches in flight only the later one waits for the earlier.
    func remember(_ places: [Int], of records: [EventRecord], _ numbers: BatchNumbers) -> [Bool] {
        var isKnown = [Bool](repeating: false, count: records.count)
        state.withLock { state in
            for place in places { isKnown[place] = state.recent.insert(EventKey(records[place], numbers)) }
        }
        return isKnown
    }

    /// Notes that a batch met a copy that was not expected.
    func metDuplicate() { state.withLock { $0.replays = Self.run } }

    /// Notes that a batch is committed.
    func committed() { state.withLock { $0.replays = max(0, $0.replays - 1) } }
}
