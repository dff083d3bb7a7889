package import Foundation

/// Sends the events of a store to the collector.
package actor Uploader {
    /// A part of the batch that is sent in one request.
    struct Part {
        var range: Range<Int>
        /// Whether the collector could not read it compressed.
        var isPlain = false
    }

    let store: Store
    let environment: Environment
    let transport: any Transport
    private let worker = DispatchQueue(label: "Bellwether", qos: .utility)
    private var alarm: Task<Void, Never>?
    private var delivery: Task<FlushObstacle?, Never>?
    var backoff = Backoff()
    /// The batch that is being delivered, and the parts of it that are left. The last part is sent next.
    var batch: Batch?
    var parts: [Part] = []
    /// The size that the collector accepts, in bytes.
    var largest = Int.max
    /// The number of events in a row that the collector could not read.
    var unreadable = 0
    /// Whether the collector reads compressed bodies.
    var compresses = true

    package init(_ store: Store) {
        self.store = store
        environment = store.environment
        transport = environment.transport(store.configuration.usesConstrainedNetworks)
    }

    /// Does the store's slow work and schedules the next upload. Called by `Store.onWork`.
    package func wake() async {
        await work { $0.tidy() }
        setAlarm()
    }

    /// Sends the queue, unless the server asked to wait. Called at launch and when the app comes to the foreground.
    package func activate() async {
        backoff.cutShort(at: now)
        await work { $0.tidy() }
        if (backoff.until ?? 0) <= now { _ = await deliver() } else { setAlarm() }
    }

    /// Sends the queue now, even during a wait.
    package func flush() async -> FlushOutcome {
        // A delivery in flight may have read the queue before the last event came.
        let joined = await delivery?.value
        guard let obstacle = await joined == nil ? deliver() : joined else { return .empty }
        let count = await work { $0.count() }
        return count > 0 || obstacle == store.obstacle ? .left(count, obstacle) : .empty
    }

    /// Makes all events survive a power cut and sends them, for at most `limit` milliseconds. Called when the app goes to the
    /// background.
    package func finish(within limit: Int64) async {
        let end = Task {
            try await environment.sleep(limit)
            delivery?.cancel()
        }
        await work { $0.tidy(everything: true) }
        if (backoff.until ?? 0) <= now { _ = await deliver() }
        end.cancel()
    }

    /// Starts to collect, or stops: cancels an upload and erases everything. Returns the installation that began or ended.
    @discardableResult package func setCollecting(_ collects: Bool) async -> UUID? {
        let installation = await work { $0.setCollecting(collects) }
        guard !collects else { return installation }
        // After the store was erased, so that a delivery that begins meanwhile finds nothing.
        delivery?.cancel()
        _ = await delivery?.value
        (batch, parts) = (nil, [])
        return installation
    }

    /// When the next upload is due, as an uptime in milliseconds. Nil if there are no events.
    package var due: Int64? {
        guard let due = batch == nil ? store.backlog.due : 0 else { return nil }
        return max(due, backoff.until ?? 0)
    }

    /// Sends the queue if it is due.
    package func ring() async {
        if let due, due <= now { _ = await deliver() } else { setAlarm() }
    }

    /// The uptime in milliseconds.
    var now: Int64 { environment.clock().uptime }

    /// Runs slow work on a thread of the store, because blocking calls would hold up other tasks.
    func work<Result: Sendable>(_ body: @escaping @Sendable (Store) -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            worker.async { [store] in continuation.resume(returning: body(store)) }
        }
    }

    private func setAlarm() {
        alarm?.cancel()
        guard delivery == nil, let due else { return }
        let wait = due <= now ? 0 : due - now
        alarm = Task { [weak self, sleep = environment.sleep] in
            guard (try? await sleep(wait)) != nil else { return }
            await self?.ring()
        }
    }

    /// Delivers the queue, or joins a delivery in flight. Returns the obstacle if events are left.
    private func deliver() async -> FlushObstacle? {
        if let delivery { return await delivery.value }
        let task = Task {
            let obstacle = await deliverAll()
            delivery = nil
            setAlarm()
            return obstacle
        }
        delivery = task
        return await task.value
    }
}
