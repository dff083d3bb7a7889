import CoreMetrics
import EventLog
import Events
import HTTPTypes

/// The collector's own metrics, recorded through swift-metrics.
final class CollectorMetrics: Sendable {
    private let factory: PrometheusMetrics
    private let accepted: Counter
    private let duplicates: Counter
    private let notKept: Counter
    private let ignored: Counter
    private let failures: Counter
    private let batchEvents: Recorder
    private let commitTime: CoreMetrics.Timer
    private let queue: Meter
    private let lag: Meter
    private let requestsInWork: Meter
    private let bytesInWork: Meter
    private let readers: Meter

    init() {
        let factory = PrometheusMetrics { name in MetricName(rawValue: name)?.help ?? "" }
        self.factory = factory
        func outcome(_ word: String) -> Counter {
            Counter(.events, factory, [("outcome", word)])
        }
        accepted = outcome("accepted")
        duplicates = outcome("duplicate")
        notKept = Counter(.rejectsNotKept, factory)
        ignored = Counter(.ignoredCalls, factory)
        failures = Counter(.commitFailures, factory)
        batchEvents = Recorder(
            label: MetricName.batchEvents.rawValue, dimensions: [], aggregate: true, factory: factory)
        commitTime = CoreMetrics.Timer(.commitTime, factory)
        queue = Meter(.queue, factory)
        lag = Meter(.lag, factory)
        requestsInWork = Meter(.requestsInWork, factory)
        bytesInWork = Meter(.bytesInWork, factory)
        readers = Meter(.readers, factory)
    }

    /// All metrics in Prometheus's text format.
    var text: String { factory.text }

    /// Records an answered request. `route`: its path, if it is one of ours.
    func answered(_ route: Route?, _ status: HTTPResponse.Status, in duration: Duration) {
        let route = route?.rawValue ?? "/"
        let labels = [("route", route), ("status", String(status.code))]
        Counter(.requests, factory, labels).increment()
        CoreMetrics.Timer(.requestTime, factory, [("route", route)]).recordNanoseconds(duration.nanoseconds)
    }

    /// Records Segment calls that were ignored.
    func ignored(_ count: Int) { if count > 0 { ignored.increment(by: count) } }

    /// Records how many deliveries wait for a commit to begin.
    func queued(_ deliveries: Int) { queue.set(deliveries) }

    /// Records how many requests are in flight and how many bytes they hold.
    func inWork(requests: Int, bytes: Int) {
        requestsInWork.set(requests)
        bytesInWork.set(bytes)
    }

    /// Records how many clients are reading files of reports.
    func reading(_ clients: Int) { readers.set(clients) }

    /// Records a committed batch. `first`: time of receipt of its first delivery.
    func committed(_ outcome: Outcome, in duration: Duration, since first: Timestamp?, now: Timestamp) {
        accepted.increment(by: outcome.accepted)
        duplicates.increment(by: outcome.duplicates)
        for (reason, count) in outcome.rejectedByReason {
            Counter(.rejectedEvents, factory, [("reason", reason.rawValue)]).increment(by: count)
        }
        notKept.increment(by: outcome.rejectsNotKept)
        batchEvents.record(outcome.deliveries)
        commitTime.recordNanoseconds(duration.nanoseconds)
        if let first { lag.set(Double(now.microseconds - first.microseconds) / 1_000_000) }
    }

    /// Records a failed commit.
    func failed() { failures.increment() }
}

/// The metrics by their names in Prometheus.
private enum MetricName: String {
    case events = "bellwether_events_total"
    case rejectedEvents = "bellwether_rejected_events_total"
    case rejectsNotKept = "bellwether_rejects_not_kept_total"
    case ignoredCalls = "bellwether_ignored_calls_total"
    case requests = "bellwether_requests_total"
    case requestTime = "bellwether_request_seconds"
    case requestsInWork = "bellwether_requests_in_work"
    case bytesInWork = "bellwether_bytes_in_work"
    case readers = "bellwether_readers_in_work"
    case queue = "bellwether_queue_deliveries"
    case batchEvents = "bellwether_batch_events"
    case commitTime = "bellwether_commit_seconds"
    case lag = "bellwether_commit_lag_seconds"
    case commitFailures = "bellwether_commit_failures_total"

    /// The help text in Prometheus's format.
    var help: String {
        switch self {
        case .events: "Events that were stored, or were there already, by outcome."
        case .rejectedEvents: "Events that were rejected, by reason."
        case .rejectsNotKept:
            "Rejected events that the quarantine did not keep, being beyond the daily bound of their key."
        case .ignoredCalls: "Calls of Segment's libraries that are no events of the contract."
        case .requests: "Requests that were answered, by route and status."
        case .requestTime: "Time from a request's head to its answer, in seconds."
        case .requestsInWork: "Requests in flight."
        case .bytesInWork: "Estimated bytes of memory that requests in flight hold."
        case .readers: "Files of reports that clients are reading."
        case .queue: "Requests that wait for a commit to begin."
        case .batchEvents: "Events of a commit."
        case .commitTime: "Time that a commit took, in seconds."
        case .lag: "Time from the receipt of the oldest event of the last commit to its end, in seconds."
        case .commitFailures: "Commits that failed; their requests were answered with an error."
        }
    }
}

extension Counter {
    fileprivate convenience init(
        _ name: MetricName, _ factory: PrometheusMetrics, _ labels: [(String, String)] = []
    ) {
        self.init(label: name.rawValue, dimensions: labels, factory: factory)
    }
}

extension CoreMetrics.Timer {
    fileprivate convenience init(
        _ name: MetricName, _ factory: PrometheusMetrics, _ labels: [(String, String)] = []
    ) {
        self.init(label: name.rawValue, dimensions: labels, factory: factory)
    }
}

extension Meter {
    fileprivate convenience init(_ name: MetricName, _ factory: PrometheusMetrics) {
        self.init(label: name.rawValue, factory: factory)
    }
}

extension Duration {
    /// Whole nanoseconds.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
