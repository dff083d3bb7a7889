@testable import BellwetherClient
import Foundation

/// A device with a store and an uploader, whose clocks, network and collector a test moves.
final class Device: Sendable {
    let recorder = Recorder()
    let time = DeviceTime()
    let collector: ModelCollector
    private let state: Lock<(store: Store, uploader: Uploader)?>
    /// The waits that were drawn: the upper bounds, in milliseconds.
    let bounds = Lock<[Int64]>([])
    /// What the random wait is, as a share of its bound.
    let share = Lock(1.0)
    private let sleep: @Sendable (Int64) async throws -> Void

    init(
        collectsFromStart: Bool = true, key: String = "bw_1_key",
        sleep: @escaping @Sendable (Int64) async throws -> Void = { _ in try await Task.sleep(nanoseconds: .max) }
    ) {
        collector = ModelCollector(time)
        self.sleep = sleep
        state = Lock(nil)
        launch(key, collectsFromStart: collectsFromStart)
    }

    var store: Store { state.withLock { $0!.store } }
    var uploader: Uploader { state.withLock { $0!.uploader } }
    var diagnostics: [Diagnostic] { recorder.diagnostics.withLock { $0 } }

    /// Kills the app and launches it again, perhaps as another version with another key.
    func relaunch(key: String? = nil) {
        recorder.files.restart()
        time.relaunch()
        launch(key ?? store.configuration.key, collectsFromStart: true)
    }

    private func launch(_ key: String, collectsFromStart: Bool) {
        let (time, collector, bounds, share) = (time, collector, bounds, share)
        let store = recorder.store(collectsFromStart: collectsFromStart, isShared: true) { configuration, environment in
            configuration.key = key
            environment.transport = { _ in collector }
            environment.clock = { time.read() }
            environment.sleep = sleep
            environment.jitter = { range in
                bounds.withLock { $0.append(range.upperBound) }
                return Int64(Double(range.upperBound) * share.withLock { $0 })
            }
        }
        state.withLock { $0 = (store, Uploader(store)) }
    }

    /// Records an event now.
    @discardableResult
    func record() -> String {
        let now = time.read()
        let event = recorder.opened(at: now.wall)
        store.record(event, uptime: now.uptime)
        return event.id
    }

    /// Takes a step of the journey now.
    @discardableResult
    func step() -> String? { recorder.step(store, uptime: time.uptime)?.id }

    /// Advances the time until the next upload is due, and sends. Returns how long that was, in milliseconds.
    @discardableResult
    func waitUntilDue() async -> Int64? {
        guard let due = await uploader.due else { return nil }
        let wait = max(0, due - time.uptime)
        time.advance(milliseconds: wait)
        await uploader.ring()
        return wait
    }
}
