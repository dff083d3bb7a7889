import BellwetherClient
import Foundation

/// One way to keep an event, and how long each took, in nanoseconds.
struct Way {
    let name: String
    /// Runs in one of this many turns.
    let share: Int
    private let keep: () throws -> Void
    private var times: [UInt64] = []

    init(_ name: String, share: Int = 1, _ keep: @escaping () throws -> Void) {
        self.name = name
        self.share = share
        self.keep = keep
    }

    mutating func add(_ time: UInt64) { times.append(time) }

    mutating func run(_ count: Int) {
        for _ in 0..<count {
            let start = DispatchTime.now().uptimeNanoseconds
            do { try keep() } catch { fatalError("\(name): \(error)") }
            times.append(DispatchTime.now().uptimeNanoseconds - start)
        }
    }

    func quantile(_ share: Double) -> Double {
        let sorted = times.sorted()
        return sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))])
    }
}

/// Nanoseconds as text.
func format(_ time: Double) -> String {
    time < 1_000_000 ? "\(round(time / 100) / 10) µs" : "\(round(time / 10_000) / 100) ms"
}
