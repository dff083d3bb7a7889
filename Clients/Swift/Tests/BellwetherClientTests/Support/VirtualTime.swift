@testable import BellwetherClient

/// Clocks that stand still until a test advances them, and waits that end then.
final class VirtualTime: Sendable {
    private struct Sleeper {
        var length: Int64
        var due: Int64
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// Milliseconds.
        var uptime: Int64 = 1_000_000
        /// The wall clock at uptime 0, in microseconds. 2026-03-01T00:00:00Z at first.
        var base: Int64 = 1_772_323_200_000_000 - 1_000_000_000
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
    }

    private let state = Lock(State())

    func read() -> ClockReading {
        state.withLock { state in
            ClockReading(
                wall: Timestamp(microseconds: state.base + state.uptime * 1_000, offset: 540), uptime: state.uptime)
        }
    }

    /// The number of waits of this length that have not ended.
    func sleepers(of milliseconds: Int64) -> Int {
        state.withLock { $0.sleepers.values.count { $0.length == milliseconds } }
    }

    func sleep(_ milliseconds: Int64) async throws {
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    state.sleepers[id] = Sleeper(
                        length: milliseconds, due: state.uptime + milliseconds, continuation: continuation)
                }
                if Task.isCancelled { wake(id) }
            }
        } onCancel: {
            wake(id)
        }
    }

    private func wake(_ id: Int) {
        state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
    }

    /// Lets time pass.
    func advance(_ milliseconds: Int64) {
        let due = state.withLock { state in
            state.uptime += milliseconds
            let due = state.sleepers.filter { $0.value.due <= state.uptime }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Ends all waits, as the end of a process does.
    func cancelAll() {
        let all = state.withLock { state in
            defer { state.sleepers = [:] }
            return state.sleepers.values.map(\.continuation)
        }
        for continuation in all { continuation.resume(throwing: CancellationError()) }
    }

    /// Sets the wall clock forwards, or backwards.
    func setWall(by microseconds: Int64) { state.withLock { $0.base += microseconds } }
}
