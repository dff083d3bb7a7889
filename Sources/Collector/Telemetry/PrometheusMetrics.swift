import CoreMetrics
import Synchronization

/// Collects the metrics of this process and writes them in Prometheus's text format (version 0.0.4).
///
/// Counters become counters. Meters and recorders that don't aggregate become gauges. Timers and other recorders become
/// histograms, timers in seconds with time buckets, recorders with powers of ten.
final class PrometheusMetrics: MetricsFactory {
    private let series = Mutex<[String: [String: any Series]]>([:])
    private let help: @Sendable (_ name: String) -> String

    /// Creates a factory. `help` returns what a metric counts, in one line without a backslash.
    init(help: @escaping @Sendable (_ name: String) -> String) { self.help = help }

    /// All metrics, sorted by name and labels.
    var text: String {
        series.withLock { all in
            all.sorted { $0.key < $1.key }.map { name, series in
                let lines = series.sorted { $0.key < $1.key }.map { $1.lines(name, $0) }
                return "# HELP \(name) \(help(name))\n# TYPE \(name) \(series.values.first?.kind ?? "untyped")\n"
                    + lines.joined()
            }.joined()
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        find(label, dimensions) { Count() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        find(label, dimensions) { Level() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return find(label, dimensions) { Level() } }
        return find(label, dimensions) { Distribution(bounds: Distribution.counts) }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        find(label, dimensions) { Distribution(bounds: Distribution.seconds) }
    }

    // Series are never removed, because a series that disappears looks like a restart.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns the series with a name and labels, creating it if needed. All series of a name have the same kind.
    private func find<Kind: Series>(_ name: String, _ labels: [(String, String)], _ make: () -> Kind) -> Kind {
        let labels = labels.map { "\($0)=\"\($1.labelEscaped)\"" }.joined(separator: ",")
        return series.withLock { all in
            if let known = all[name]?[labels] as? Kind { return known }
            let made = make()
            all[name, default: [:]][labels] = made
            return made
        }
    }
}

/// One metric with one set of labels.
private protocol Series: Sendable {
    /// The type in Prometheus's terms.
    var kind: String { get }
    /// Returns its lines, each with a newline. `labels`: separated by commas; may be empty.
    func lines(_ name: String, _ labels: String) -> String
}

/// A counter, which only grows.
private final class Count: Series, CounterHandler {
    private let value = Atomic<Int64>(0)
    let kind = "counter"

    func increment(by amount: Int64) { value.add(amount, ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }
    func lines(_ name: String, _ labels: String) -> String {
        "\(name)\(labels.braced) \(value.load(ordering: .relaxed))\n"
    }
}

/// A gauge, which goes up and down.
private final class Level: Series, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)
    let kind = "gauge"

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
    func lines(_ name: String, _ labels: String) -> String { "\(name)\(labels.braced) \(value.withLock { $0 })\n" }
}

/// A histogram: counts values by upper bound.
private final class Distribution: Series, RecorderHandler, TimerHandler {
    static let seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    static let counts = [1.0, 10, 100, 1_000, 10_000, 100_000]

    private struct State {
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>
    let kind = "histogram"

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    func lines(_ name: String, _ labels: String) -> String {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var (text, total) = ("", 0)
        for (count, bound) in zip(counts, bounds.map { "\($0)" } + ["+Inf"]) {
            total += count
            let place = (labels.isEmpty ? "" : labels + ",") + "le=\"\(bound)\""
            text += "\(name)_bucket\(place.braced) \(total)\n"
        }
        return text + "\(name)_sum\(labels.braced) \(sum)\n\(name)_count\(labels.braced) \(total)\n"
    }
}

extension String {
    /// The text in braces; empty stays empty.
    fileprivate var braced: String { isEmpty ? "" : "{\(self)}" }

    /// The text escaped for a label's quotes.
    package var labelEscaped: String {
        // Hardly any label needs escaping, and this runs for each request.
        guard utf8.contains(where: { [UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "\n")].contains($0) })
        else { return self }
        // By scalars: a quote and a combining mark are one character, which does not equal a quote.
        return unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\", "\"": text += "\\\(scalar)"
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
