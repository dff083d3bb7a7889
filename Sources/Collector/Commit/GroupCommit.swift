import EventLog
import Events
import Ingest
import Postgres

/// Stores what requests deliver: whatever waits goes into one batch while the one before it is committed, and each request
/// is answered after the commit that holds its events.
///
/// One batch is committed at a time. So a copy of an event that is on its way is called a duplicate only once the first copy is
/// durable, and stored if that one failed. Deliveries are judged as they come, while the server commits.
actor GroupCommit {
    private let store: any BatchStore
    private let metrics: CollectorMetrics
    private let limits: CollectorLimits
    /// Is told of a commit that waited for a lock, or that does not end.
    private let onDelay: @Sendable (String) -> Void
    private let now: @Sendable () -> Timestamp
    /// What waits, in the order in which it came: the last takes more as long as it has room.
    private var groups: [DeliveryGroup] = []
    private var isCommitting = false
    /// What is being committed and still waited for.
    private var current: DeliveryGroup?
    /// Whether a commit was given up that did not end: until it does, nothing more is taken.
    private(set) var isStuck = false
    /// Why the last commit failed and when; nil if it did not.
    private(set) var lastFailure: (error: any Error, at: ContinuousClock.Instant)?

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

    /// Reads what the first deliveries are judged by.
    func learnRetention() async throws { try await store.learnRetention() }

    /// Stores the events of a body and returns after the commit. Throws what kept them from being stored: then nothing of the
    /// body is, unless the answer to the commit got lost.
    func store(_ body: Body, from sender: Sender) async throws -> Receipt {
        guard body.count > 0 else { return Receipt(accepted: 0, duplicates: 0, rejected: [], ignored: body.ignored) }
        guard !isStuck else { throw Problem.unavailable }
        if groups.last?.isFull ?? true {
            groups.append(DeliveryGroup(quarantineBytesADay: limits.quarantineBytesADay))
        }
        let delivery = Delivery(body: body, sender: sender, receivedAt: now())
        return try await withCheckedThrowingContinuation { waiting in
            groups[groups.count - 1].take(delivery, retainedFrom: store.retainedFrom, waiting)
            metrics.queued(groups.reduce(0) { $0 + $1.count })
            guard !isCommitting else { return }
            isCommitting = true
            // A task of its own: who goes away cancels no commit.
            Task { await commitAll() }
        }
    }

    private func commitAll() async {
        while !groups.isEmpty {
            let group = groups.removeFirst()
            // Whoever waited as long as a request may for those before it is told so, and sends it again.
            guard group.startedAt.map({ ContinuousClock.now - $0 < limits.commitTime }) ?? true else {
                group.fail(Problem.overloaded)
                continue
            }
            metrics.queued(groups.reduce(0) { $0 + $1.count })
            await commit(group)
        }
        isCommitting = false
    }

    private func commit(_ group: DeliveryGroup) async {
        let started = ContinuousClock.now
        current = group
        let watch = Task {
            try await Task.sleep(for: limits.commitTime)
            if !Task.isCancelled { giveUp() }
        }
        let result: Result<Outcome, any Error>
        do { result = .success(try await store.append(group.prepared())) } catch { result = .failure(error) }
        watch.cancel()
        isStuck = false
        let isWaitedFor = current != nil
        current = nil
        switch result {
        case .success(let outcome):
            lastFailure = nil
            metrics.committed(outcome, in: ContinuousClock.now - started, since: group.firstAt, now: now())
            if isWaitedFor { group.answer(outcome) }
        case .failure(let error):
            lastFailure = (error, .now)
            metrics.failed()
            if (error as? PostgresError)?.isLockTimeout == true { onDelay("A commit waited for a lock in vain.") }
            guard isWaitedFor else { return }
            // What the database refuses may be the fault of one of them: the others shall not suffer for it.
            if error is RetentionMoved || group.count > 1 && (error as? PostgresError)?.isRefusal ?? true {
                groups.insert(contentsOf: group.singly(retainedFrom: store.retainedFrom), at: 0)
            } else {
                group.fail(error)
            }
        }
    }

    /// Tells all who wait that their events are not acknowledged. What is being committed may be stored all the same: sent
    /// again it is a duplicate.
    private func giveUp() {
        guard let group = current else { return }
        current = nil
        isStuck = true
        for group in [group] + groups { group.fail(Problem.unavailable) }
        groups = []
        metrics.queued(0)
        onDelay("A commit does not end: requests are answered with 503 until it does.")
    }
}
