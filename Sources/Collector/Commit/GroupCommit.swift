import EventLog
import Events
import Ingest
import Postgres

/// Stores what requests deliver: whatever waits goes into one batch as soon as a session is free, so batches grow with the load.
/// Each request is answered after the commit that holds its events. Deliveries are judged as they come, while the server commits.
///
/// Several batches are committed at the same time. A copy of an event waits in the database for the commit that has the first one,
/// so it is called a duplicate only once that is durable, and stored if that one failed.
actor GroupCommit {
    private let store: any BatchStore
    private let metrics: CollectorMetrics
    private let limits: CollectorLimits
    /// Is told of a commit that waited for a lock, or that does not end.
    private let onDelay: @Sendable (String) -> Void
    private let now: @Sendable () -> Timestamp
    /// What waits, in the order in which it came: the last takes more as long as it has room.
    private var waiting: [DeliveryGroup] = []
    /// What is being committed, by its number; nil if it was given up.
    private var committing: [Int: DeliveryGroup?] = [:]
    private var groupCount = 0
    /// Why the last commit failed and when; nil if it did not.
    private(set) var lastFailure: (error: any Error, at: ContinuousClock.Instant)?

    /// Whether a commit was given up that has not ended: until it does, nothing more is taken.
    var isStuck: Bool { committing.values.contains { $0 == nil } }

    /// `now` gives the time of receipt.
    init(
        store: any BatchStore, metrics: CollectorMetrics, limits: CollectorLimits,
        onDelay: @escaping @Sendable (String) -> Void, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.limits = limits
        self.onDelay = onDelay
        self.metrics = metrics
        self.now = now
    }

    /// Reads the retention cutoff, by which the first deliveries are judged.
    func learnRetention() async throws { try await store.learnRetention() }

    /// Stores the events of a body and returns after the commit. Throws what kept them from being stored: then nothing of the
    /// body is, unless the answer to the commit got lost.
    func store(_ body: Body, from sender: Sender) async throws -> Receipt {
        guard body.count > 0 else { return Receipt(accepted: 0, duplicates: 0, rejected: [], ignored: body.ignored) }
        guard !isStuck else { throw Problem.unavailable }
        if waiting.last?.isFull ?? true {
            waiting.append(DeliveryGroup(quarantineBytesADay: limits.quarantineBytesADay))
        }
        let delivery = Delivery(body: body, sender: sender, receivedAt: now())
        return try await withCheckedThrowingContinuation { answer in
            waiting[waiting.count - 1].take(delivery, retainedFrom: store.retainedFrom, answer)
            tellQueued()
            startCommits()
        }
    }

    /// Starts a commit for each session that is free, while something waits.
    private func startCommits() {
        while committing.count < store.width, !waiting.isEmpty {
            let group = waiting.removeFirst()
            tellQueued()
            // Requests that have waited as long as they may are told so, and sent again.
            guard group.startedAt.map({ ContinuousClock.now - $0 < limits.commitTime }) ?? true else {
                group.fail(Problem.overloaded)
                continue
            }
            let number = groupCount
            groupCount += 1
            committing[number] = group
            // A task of its own: a client that goes away cancels no commit.
            Task { await commit(group, number) }
        }
    }

    private func commit(_ group: DeliveryGroup, _ number: Int) async {
        let started = ContinuousClock.now
        let watch = Task {
            try await Task.sleep(for: limits.commitTime)
            if !Task.isCancelled { giveUp(number) }
        }
        let result: Result<Outcome, any Error>
        do { result = .success(try await store.append(group.finished())) } catch { result = .failure(error) }
        watch.cancel()
        let isWaitedFor = committing.removeValue(forKey: number).flatMap { $0 } != nil
        switch result {
        case .success(let outcome):
            lastFailure = nil
            metrics.committed(outcome, in: ContinuousClock.now - started, since: group.firstAt, now: now())
            if isWaitedFor { group.answer(outcome) }
        case .failure(let error):
            lastFailure = (error, .now)
            metrics.failed()
            if (error as? PostgresError)?.isLockTimeout == true { onDelay("A commit waited for a lock in vain.") }
            if isWaitedFor { handle(error, of: group) }
        }
        startCommits()
    }

    /// Tries again or answers after a failed commit. One bad request may have failed the whole batch, so each request is tried alone.
    private func handle(_ error: any Error, of group: DeliveryGroup) {
        if error is RetentionCutoffChanged || group.count > 1 && (error as? PostgresError)?.isRefusal ?? true {
            waiting.insert(contentsOf: group.singly(retainedFrom: store.retainedFrom), at: 0)
        } else {
            group.fail(error)
        }
    }

    /// Answers all requests of a commit that does not end, and all that wait, that their events are not acknowledged. What is being
    /// committed may be stored all the same: sent again it is a duplicate.
    private func giveUp(_ number: Int) {
        guard let group = committing[number] ?? nil else { return }
        committing.updateValue(nil, forKey: number)
        for group in [group] + waiting { group.fail(Problem.unavailable) }
        waiting = []
        tellQueued()
        onDelay("A commit does not end: requests are answered with 503 until it does.")
    }

    private func tellQueued() { metrics.queued(waiting.reduce(0) { $0 + $1.count }) }
}
