import EventLog
import Events
import Ingest
import Postgres

/// Stores the events of requests in batches. When a commit ends, everything that is waiting becomes the next batch, so
/// batches grow with the load. Each request is answered after the commit that contains its events. Deliveries
/// are validated when they arrive, while the server commits earlier ones.
///
/// Several batches are committed at the same time. In the database, a duplicate waits for the transaction that has the
/// first copy. So it is reported as a duplicate only if that transaction commits, and is stored otherwise.
actor GroupCommit {
    /// How many events must wait for a batch to begin beside another one. For fewer, a transaction costs more than the
    /// wait for the commit under way.
    private static let leastBeside = 500

    private let store: any BatchStore
    private let metrics: CollectorMetrics
    private let limits: CollectorLimits
    /// Throws if a sender may no longer send events.
    private let check: @Sendable (Sender) throws -> Void
    /// Called with a message if a commit timed out waiting for a lock, does not end, or is refused because of a clock.
    private let onDelay: @Sendable (String) -> Void
    private let now: @Sendable () -> Timestamp
    /// Groups waiting to be committed, oldest first. Deliveries are added to the last one until it is full.
    private var waiting: [DeliveryGroup] = []
    /// Groups being committed, by number; nil if the group was given up and its requests answered.
    private var committing: [Int: DeliveryGroup?] = [:]
    private var groupCount = 0
    /// The error and time of the last commit, if it failed.
    private(set) var lastFailure: (error: any Error, at: ContinuousClock.Instant)?

    /// Whether a commit that was given up is still running. Until it ends, no events are accepted.
    var isStuck: Bool { committing.values.contains { $0 == nil } }

    /// Creates a queue. `now` returns the time of receipt.
    init(
        store: any BatchStore, metrics: CollectorMetrics, limits: CollectorLimits,
        check: @escaping @Sendable (Sender) throws -> Void, onDelay: @escaping @Sendable (String) -> Void,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.limits = limits
        self.check = check
        self.onDelay = onDelay
        self.metrics = metrics
        self.now = now
    }

    /// Reads the retention cutoff by which the first deliveries are validated.
    func learnRetention() async throws { try await store.learnRetention() }

    /// Stores the events of a body and returns after the commit. If it throws, none of them is stored, unless the
    /// server's answer to the COMMIT was lost.
    func store(_ body: Body, from sender: Sender) async throws -> Acknowledgement {
        guard body.count > 0 else {
            return Acknowledgement(accepted: 0, duplicates: 0, rejected: [], ignored: body.ignored)
        }
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

    /// Starts commits while sessions are free and enough is waiting.
    private func startCommits() {
        while committing.count < store.width, let first = waiting.first,
            committing.isEmpty || first.eventCount >= Self.leastBeside
        {
            let taken = waiting.removeFirst()
            tellQueued()
            // Requests that have waited too long are answered with an error; their clients send them again.
            guard taken.startedAt.map({ ContinuousClock.now - $0 < limits.commitTime }) ?? true else {
                taken.fail(Problem.overloaded)
                continue
            }
            let group = taken.admitted(by: check, retainedFrom: store.retainedFrom)
            guard group.count > 0 else { continue }
            let number = groupCount
            groupCount += 1
            committing[number] = group
            // In a separate task, so that a client that disconnects does not cancel the commit.
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
            if let error = error as? ClockIsAhead { onDelay(error.problem.detail) }
            if isWaitedFor { handle(error, of: group) }
        }
        startCommits()
    }

    /// Retries or answers after a failed commit. One bad request may have failed the whole batch, so each request is
    /// retried alone.
    private func handle(_ error: any Error, of group: DeliveryGroup) {
        if let error = error as? ClockIsAhead {
            group.fail(error.problem)
        } else if error is RetentionCutoffChanged || group.count > 1 && (error as? PostgresError)?.isRefusal ?? true {
            waiting.insert(contentsOf: group.singly(retainedFrom: store.retainedFrom), at: 0)
        } else {
            group.fail(error)
        }
    }

    /// Answers all requests of a commit that does not end, and all waiting ones, that their events are not
    /// acknowledged. The commit may still succeed; if its events are sent again, they are duplicates.
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
