import Synchronization

/// Counts the requests in flight and the memory that they hold, and refuses requests beyond the limits.
final class Admission: Sendable {
    private struct State {
        var requests = 0
        var bytes = 0
    }

    /// The memory that one request holds.
    struct Place {
        fileprivate let admission: Admission
        fileprivate var bytes = 0

        /// Reserves more bytes. Throws if all requests together would hold too many.
        mutating func take(_ count: Int) throws(Problem) {
            guard admission.take(count) else { throw .overloaded }
            bytes += count
        }
    }

    /// A place that is released with the last reference to it, for an answer that outlives the function that makes it.
    final class Hold: Sendable {
        private let admission: Admission

        fileprivate init(_ admission: Admission) { self.admission = admission }

        deinit { admission.leave(Place(admission: admission)) }
    }

    private let requests: Int
    private let bytes: Int
    private let tell: @Sendable (_ requests: Int, _ bytes: Int) -> Void
    private let state = Mutex(State())

    /// Admits at most `requests` requests that hold at most `bytes` bytes. Calls `tell` with each change.
    init(requests: Int, bytes: Int = 0, tell: @escaping @Sendable (_ requests: Int, _ bytes: Int) -> Void) {
        self.requests = requests
        self.bytes = bytes
        self.tell = tell
    }

    /// Runs `body` with a place that is released when it ends. Throws if too many requests are in flight.
    func admit<Value>(_ body: (inout Place) async throws -> Value) async throws -> Value {
        guard enter() else { throw Problem.overloaded }
        var place = Place(admission: self)
        defer { leave(place) }
        return try await body(&place)
    }

    /// Returns a place without memory; nil if too many requests are in flight.
    func hold() -> Hold? { enter() ? Hold(self) : nil }

    private func enter() -> Bool {
        change { state in
            guard state.requests < requests else { return false }
            state.requests += 1
            return true
        }
    }

    private func leave(_ place: Place) {
        change { state in
            state.requests -= 1
            state.bytes -= place.bytes
        }
    }

    private func take(_ count: Int) -> Bool {
        state.withLock { state in
            guard state.bytes + count <= bytes else { return false }
            state.bytes += count
            return true
        }
    }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, now) = state.withLock { state in (body(&state), state) }
        tell(now.requests, now.bytes)
        return value
    }
}
