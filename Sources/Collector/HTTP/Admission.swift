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

    private let limits: CollectorLimits
    private let metrics: CollectorMetrics
    private let state = Mutex(State())

    init(_ limits: CollectorLimits, _ metrics: CollectorMetrics) {
        self.limits = limits
        self.metrics = metrics
    }

    /// Runs `body` with a place that is released when it ends. Throws if too many requests are in flight.
    func admit<Value>(_ body: (inout Place) async throws -> Value) async throws -> Value {
        guard enter() else { throw Problem.overloaded }
        var place = Place(admission: self)
        defer { leave(place) }
        return try await body(&place)
    }

    private func enter() -> Bool {
        let isFree = state.withLock { state in
            guard state.requests < limits.requests else { return false }
            state.requests += 1
            return true
        }
        tell()
        return isFree
    }

    private func leave(_ place: Place) {
        state.withLock { state in
            state.requests -= 1
            state.bytes -= place.bytes
        }
        tell()
    }

    private func take(_ count: Int) -> Bool {
        state.withLock { state in
            guard state.bytes + count <= limits.memoryBytes else { return false }
            state.bytes += count
            return true
        }
    }

    private func tell() {
        let (requests, bytes) = state.withLock { ($0.requests, $0.bytes) }
        metrics.inWork(requests: requests, bytes: bytes)
    }
}
