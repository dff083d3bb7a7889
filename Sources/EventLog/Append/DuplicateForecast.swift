import Events
import Synchronization

/// What all sessions of a writer share to avoid failing COPYs: keys stored recently, whether a replay (events that were
/// stored before) is going on, and the retention cutoff.
final class DuplicateForecast: Sendable {
    private struct State {
        var recent = RecentKeyFilter(generationSize: DuplicateForecast.recentKeys)
        /// How many of the next batches are expected to hold duplicates.
        var replays = 0
        var retainedFrom: Timestamp?
    }

    /// How many batches after an unexpected duplicate are expected to hold duplicates too: replays come in runs.
    private static let run = 8
    /// How many recent keys are remembered at least. A generation of the filter takes 4 MiB, and there are two.
    private static let recentKeys = 1 << 20

    private let state = Mutex(State())

    /// Retention cutoff for engagement events; nil if everything is kept, or if it was not read yet.
    var retainedFrom: Timestamp? { state.withLock { $0.retainedFrom } }

    /// Remembers the retention cutoff.
    func learn(retainedFrom: Timestamp?) { state.withLock { $0.retainedFrom = retainedFrom } }

    /// Whether a replay is expected.
    var expectsReplay: Bool { state.withLock { $0.replays > 0 } }

    /// Remembers the keys of a batch's candidates. Returns, for each event of the batch, whether it is a suspect: a
    /// candidate whose key may have been stored recently, or be in flight in another session.
    ///
    /// A session calls this before it copies, so of two batches in flight with the same key only the later one waits.
    func remember(_ prepared: PreparedBatch, _ numbers: BatchNumbers) -> [Bool] {
        let hashes = prepared.batch.events.records.map { RecentKeyFilter.hash(of: EventKey($0, numbers)) }
        var isSuspect = [Bool](repeating: false, count: hashes.count)
        state.withLock { state in
            for place in hashes.indices where prepared.candidates.isNew[place] {
                isSuspect[place] = state.recent.insert(hash: hashes[place])
            }
        }
        return isSuspect
    }

    /// Notes that a batch held an unexpected duplicate.
    func metDuplicate() { state.withLock { $0.replays = Self.run } }

    /// Notes that a batch is committed.
    func committed() { state.withLock { $0.replays = max(0, $0.replays - 1) } }
}
