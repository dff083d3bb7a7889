import Foundation
import Glibc
import Synchronization

/// Shows the progress of long work on standard error: on a terminal a bar with rate and time left, elsewhere a line
/// every 10 seconds, and nothing with `--quiet`.
final class ProgressMeter: Sendable {
    private struct State {
        var shownAt: Date
        var isBarShown = false
        var isEnded = false
        /// The last progress that was reported, if any.
        var last: (count: Int, share: Double?)?
    }

    private let label: String
    private let unit: String
    private let isTerminal = isatty(2) == 1
    private let isQuiet: Bool
    private let startedAt = Date()
    private let state: Mutex<State>

    /// Creates a meter. `label` says what is being done, `unit` what is counted.
    init(_ label: String, unit: String, isQuiet: Bool) {
        self.label = label
        self.unit = unit
        self.isQuiet = isQuiet
        state = Mutex(State(shownAt: startedAt))
    }

    /// Reports progress: `count` units are done, and `share` (0…1) of the work, if that is known.
    func show(_ count: Int, share: Double? = nil) {
        guard !isQuiet else { return }
        state.withLock { state in
            state.last = (count, share)
            draw(&state)
        }
    }

    /// Runs `body` and refreshes the display meanwhile, so that at least the elapsed time is shown while no progress is
    /// reported.
    func during<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard !isQuiet else { return try await body() }
        let ticking = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: isTerminal ? .milliseconds(100) : .seconds(1))
                state.withLock { draw(&$0) }
            }
        }
        defer {
            ticking.cancel()
            end()
        }
        return try await body()
    }

    /// Removes the bar. Nothing is shown after this.
    func end() {
        state.withLock { state in
            state.isEnded = true
            if state.isBarShown { Console.aside("\r\u{1B}[K") }
            state.isBarShown = false
        }
    }

    /// Shows the last reported progress, unless the display was updated too recently.
    private func draw(_ state: inout State) {
        let now = Date()
        guard !state.isEnded, now.timeIntervalSince(state.shownAt) >= (isTerminal ? 0.1 : 10) else { return }
        state.shownAt = now
        write(line(state.last, now.timeIntervalSince(startedAt)), &state)
    }

    private func write(_ line: String, _ state: inout State) {
        state.isBarShown = isTerminal
        Console.aside(isTerminal ? "\r\(line)\u{1B}[K" : line + "\n")
    }

    private func line(_ last: (count: Int, share: Double?)?, _ seconds: Double) -> String {
        guard let (count, share) = last else { return "\(label)  \(Self.time(seconds))" }
        let rate = seconds > 0 ? Int(Double(count) / seconds) : 0
        var line = "\(label)  \(count.grouped) \(unit)  \(rate.grouped)/s"
        if let share, share > 0 {
            let done = min(share, 1)
            let cells = 24
            let full = Int(done * Double(cells))
            let bar = String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
            line = "\(bar) \(Int(done * 100))%  \(line)  \(Self.time(seconds * (1 - done) / done)) left"
        }
        return line
    }

    private static func time(_ seconds: Double) -> String {
        let seconds = Int(seconds.rounded(.up))
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }
}

extension Int {
    /// The number with commas between groups of thousands, such as 12,345.
    var grouped: String {
        var digits = String(magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
