import CoreMetrics
import EventLog
import Events
import HTTPTypes

/// What the collector counts of itself, through swift-metrics.
final class CollectorMetrics: Sendable {
    private let factory: PrometheusMetrics
    private let accepted: Counter
    private let duplicates: Counter
    private let ignored: Counter
    private let failures: Counter
    private let batchEvents: Recorder
    private let commitTime: CoreMetrics.Timer
    private let queue: Meter
    private let lag: Meter
    private let requestsInWork: Meter
    private let bytesInWork: Meter

    init(_ factory: PrometheusMetrics = PrometheusMetrics()) {
        self.factory = factory
        func outcome(_ name: String) -> Counter {
            Counter(label: "bellwether_events_total", dimensions: [("outcome", name)], factory: factory)
        }
        accepted = outcome("accepted")
        duplicates = outcome("duplicate")
        ignored = Counter(label: "bellwether_ignored_calls_total", factory: factory)
        failures = Counter(label: "bellwether_commit_failures_total", factory: factory)
        batchEvents = Recorder(label: "bellwether_batch_events", dimensions: [], aggregate: true, factory: factory)
        commitTime = CoreMetrics.Timer(label: "bellwether_commit_seconds", factory: factory)
        queue = Meter(label: "bellwether_queue_deliveries", factory: factory)
        lag = Meter(label: "bellwether_commit_lag_seconds", factory: factory)
        requestsInWork = Meter(label: "bellwether_requests_in_work", factory: factory)
        bytesInWork = Meter(label: "bellwether_bytes_in_work", factory: factory)
    }

    /// In the text format of Prometheus.
    var text: String { factory.text }

    /// A request was answered. `route`: its path, if it is one of ours.
    func answered(_ route: Route?, _ status: HTTPResponse.Status, in duration: Duration) {
        let route = route?.rawValue ?? "/"
        let labels = [("route", route), ("status", String(status.code))]
        Counter(label: "bellwether_requests_total", dimensions: labels, factory: factory).increment()
        CoreMetrics.Timer(label: "bellwether_request_seconds", dimensions: [("route", route)], factory: factory)
            .recordNanoseconds(duration.nanoseconds)
    }

    /// Calls were passed over.
    func ignored(_ count: Int) { if count > 0 { ignored.increment(by: count) } }

    /// So many deliveries wait for a commit to begin.
    func queued(_ deliveries: Int) { queue.set(deliveries) }

    /// So many requests are in work and hold so many bytes.
    func inWork(requests: Int, bytes: Int) {
        requestsInWork.set(requests)
        bytesInWork.set(bytes)
    }

    /// A batch was committed, whose first delivery came at `first`.
    func committed(_ outcome: Outcome, in duration: Duration, since first: Timestamp?, now: Timestamp) {
        accepted.increment(by: outcome.accepted)
        duplicates.increment(by: outcome.duplicates)
        for (reason, count) in outcome.rejectedByReason {
            Counter(
                label: "bellwether_rejected_events_total", dimensions: [("reason", reason.rawValue)], factory: factory
            ).increment(by: count)
        }
        batchEvents.record(outcome.deliveries)
        commitTime.recordNanoseconds(duration.nanoseconds)
        if let first { lag.set(Double(now.microseconds - first.microseconds) / 1_000_000) }
    }

    /// A batch could not be committed.
    func failed() { failures.increment() }
}

extension Duration {
    /// Whole nanoseconds.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
