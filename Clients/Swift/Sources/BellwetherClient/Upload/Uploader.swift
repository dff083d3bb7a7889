import Foundation

/// Sends the events of a store to the collector.
package actor Uploader {
    /// A part of the batch that is sent in one request.
    struct Part {
        var range: Range<Int>
        /// Whether the collector could not read it compressed.
        var isPlain = false
    }

    let store: Store
    let settings: UploadSettings
    private let worker = DispatchQueue(label: "Bellwether", qos: .utility)
    private var alarm: Task<Void, Never>?
    private var delivery: Task<FlushObstacle?, Never>?
    var backoff = Backoff()
    /// What is being delivered, and the parts of it that are left; the last one is next.
    var batch: Batch?
    var parts: [Part] = []
    /// The size in bytes that the collector takes.
    var largest = Int.max
    /// How many events in a row the collector could not read.
    var unreadable = 0
    /// Whether the collector reads compressed bodies.
    var compresses = true

    package init(_ store: Store, _ settings: UploadSettings) {
        self.store = store
        self.settings = settings
    }

    /// Does the store's slow work, and sends events when they are due. Called after `Store.onWork`, and when the device was
    /// unlocked.
    package func wake() async {
        await work { $0.tidy() }
        setAlarm()
    }

    /// Sends what is there: the app was launched or came to the foreground.
    package func activate() async {
        backoff.cutShort(at: now)
        await work { $0.tidy() }
        if (backoff.until ?? 0) <= now { _ = await deliver() } else { setAlarm() }
    }

    /// Sends what is there, also during a wait. Returns when that is done or can't be.
    package func flush() async -> FlushOutcome {
        let obstacle = await deliver()
        let count = await work { $0.count() }
        guard count > 0 else { return obstacle == .locked ? .left(0, .locked) : .empty }
        return .left(count, obstacle ?? .stopped)
    }

    /// Makes everything survive a power cut and sends it, for at most this many milliseconds: the app went to the background.
    package func finish(within limit: Int64) async {
        let end = Task {
            try await settings.sleep(limit)
            delivery?.cancel()
        }
        await work { $0.tidy(everything: true) }
        if (backoff.until ?? 0) <= now { _ = await deliver() }
        end.cancel()
    }

    /// Begins to collect, or stops: an upload under way ends, and everything local is erased.
    package func setCollecting(_ collects: Bool) async {
        if !collects { await stop() }
        await work { $0.setCollecting(collects) }
        if !collects { await stop() }
    }

    /// Ends a delivery and forgets what it took.
    private func stop() async {
        delivery?.cancel()
        _ = await delivery?.value
        (batch, parts) = (nil, [])
    }

    /// When the next upload is due, by the uptime in milliseconds; nil if there is nothing to send.
    package var due: Int64? {
        guard let due = batch == nil ? store.backlog.due : 0 else { return nil }
        return max(due, backoff.until ?? 0)
    }

    /// Sends what is due.
    package func ring() async {
        if let due, due <= now { _ = await deliver() } else { setAlarm() }
    }

    /// The uptime in milliseconds.
    var now: Int64 { settings.clock.read().uptime }

    /// Runs slow work in order, away from the threads that tasks share.
    func work<Result: Sendable>(_ body: @escaping @Sendable (Store) -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            worker.async { [store] in continuation.resume(returning: body(store)) }
        }
    }

    private func setAlarm() {
        alarm?.cancel()
        guard delivery == nil, let due else { return }
        let wait = due <= now ? 0 : due - now
        alarm = Task { [weak self, sleep = settings.sleep] in
            guard (try? await sleep(wait)) != nil else { return }
            await self?.ring()
        }
    }

    /// Delivers the queue, or waits for a delivery that is under way. Returns what was in the way of the rest.
    private func deliver() async -> FlushObstacle? {
        if let delivery { return await delivery.value }
        let task = Task { await deliverAll() }
        delivery = task
        let obstacle = await task.value
        delivery = nil
        setAlarm()
        return obstacle
    }
}
