import Foundation
import Simulation
import TestSupport

/// The events that a round of `Chaos` sends, and what must remain after erasure and retention.
///
/// Retention drops the engagement events of one month. Events in `old` are in that month and acknowledged before it is
/// dropped, so they stay in the report's numbers. Events in `late` are in the same month but arrive after the drop, so
/// they are never counted. All other events happen months later, on days whose numbers a rebuild computes completely
/// from the log. The result therefore doesn't depend on when in the round retention and erasure run.
struct ChaosWorld: Sendable {
    /// The number of months of engagement events that are kept, in addition to the current month.
    static let keptMonths = 6

    /// Installations that have events only in the month that is dropped.
    private static let oldInstallations = 0..<20
    /// Installations of all other events.
    private static let installations = 20..<60
    /// The installations among them that are erased.
    static let forgotten = 50..<60

    private static let day = 86_400

    private let seed: UInt64
    /// The retention cutoff for engagement events, in seconds since 1970.
    private let retainedFrom: Int
    private let old, late: [ChaosEvent]
    private let parts: [[ChaosEvent]]

    /// Generates the events for a seed. Their months are relative to the current one, because retention is too.
    init(seed: UInt64) {
        let retainedFrom = Self.firstKept()
        let month = retainedFrom - 28 * Self.day..<retainedFrom
        self.seed = seed
        self.retainedFrom = retainedFrom
        old = (0..<400).map { number in
            ChaosEvent(100_000_000 + number, seed: seed, of: Self.oldInstallations, within: month)
        }
        late = (0..<100).map { number in
            ChaosEvent(
                200_000_000 + number, seed: seed, of: Self.oldInstallations, within: month,
                types: Truth.EventType.allCases.filter { !$0.isPermissionEvent })
        }
        let span = Self.span(retainedFrom)
        // The first file takes several batches.
        parts = ([12_000] + Array(repeating: 500, count: 7)).enumerated().map { part, count in
            (0..<count).map { number in
                ChaosEvent(300_000_000 + 100_000 * part + number, seed: seed, of: Self.installations, within: span)
            }
        }
    }

    /// Returns the retention cutoff: midnight UTC on the first day of the month `keptMonths` before the current one.
    private static func firstKept() -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        let month = calendar.date(from: calendar.dateComponents([.year, .month], from: Date()))!
        return Int(calendar.date(byAdding: .month, value: -keptMonths, to: month)!.timeIntervalSince1970)
    }

    /// Returns the time range of all other events. It starts after the 28 days and the open window that follow the
    /// dropped month, because retention freezes the numbers of these days, and ends before today.
    private static func span(_ retainedFrom: Int) -> Range<Int> { retainedFrom + 90 * day..<retainedFrom + 140 * day }

    /// Returns the event with this number for posting over HTTP.
    func event(_ number: Int) -> ChaosEvent {
        ChaosEvent(number, seed: seed, of: Self.installations, within: Self.span(retainedFrom))
    }
}

extension ChaosWorld {
    /// The event files: `old` events, `old` and `late` events together, and all other events. The last of `parts` is
    /// compressed, and repeats a seventh of the others backwards.
    struct Files {
        let old, late: String
        let parts: [String]
    }

    private static let badLines = (0..<60).map { "{\($0)" }

    /// Writes the files.
    func write(in folder: String) throws -> Files {
        func file(_ name: String, _ lines: [String]) throws -> String {
            let path = folder + "/" + name + ".ndjson"
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
            return path
        }
        var lines = parts.map { $0.map(\.line) }
        for (number, bad) in Self.badLines.enumerated() { lines[0].insert(bad, at: 200 * number) }
        let repeated = lines.joined().enumerated().filter { $0.offset % 7 == 0 }.map(\.element).reversed()
        let last = try file("repeated", Array(repeated))
        let gzip = try Process.run(URL(fileURLWithPath: "/usr/bin/gzip"), arguments: [last])
        gzip.waitForItsEnd()
        return Files(
            old: try file("old", old.map(\.line)), late: try file("late", (old + late).map(\.line)),
            parts: try lines.enumerated().map { try file("part-\($0.offset)", $0.element) } + [last + ".gz"])
    }

    /// The number of files.
    var fileCount: Int { parts.count + 3 }

    /// The number of deliveries that are kept in the quarantine: bad lines, and what is older than retention.
    var refused: Int { Self.badLines.count + (old + late).count { !$0.type.isPermissionEvent } }

    /// Returns the ids that the log must contain if events with these numbers were acknowledged over HTTP.
    func kept(posted: [Int]) -> Set<String> {
        Set((old.filter(\.type.isPermissionEvent) + others(posted)).map(\.id))
    }

    /// The options for a report on all days.
    var reportOptions: [String] {
        let (first, last) = (ChaosEvent.text(days.lowerBound * Self.day), ChaosEvent.text(days.upperBound * Self.day))
        return ["--from", String(first.prefix(10)), "--to", String(last.prefix(10))]
    }

    /// Returns the expected CSV tables by file name, except those that count deliveries. `receivedAt` gives the
    /// server's receipt time by id; ids missing from it were dropped by retention and use the time in their file.
    func truth(
        posted: [Int], receivedAt: [String: Microseconds], horizon: Microseconds
    ) -> [String: String] {
        let events = (old + others(posted)).map { event in
            event.truth(receivedAt: receivedAt[event.id] ?? Microseconds(event.receivedAt) * 1_000_000)
        }
        let parameters = Truth.Parameters(horizon: horizon, from: days.lowerBound, to: days.upperBound)
        let files = Truth.Tables(events, [], parameters).files
        let compared = files.filter { !["deliveries_daily.csv", "rejects.csv"].contains($0.name) }
        return Dictionary(uniqueKeysWithValues: compared.map { ($0.name, $0.csv) })
    }

    /// The day numbers of the first and last day of the report.
    private var days: ClosedRange<Int> { retainedFrom / Self.day - 31...retainedFrom / Self.day + 150 }

    /// Returns the events after the dropped month that must be counted.
    private func others(_ posted: [Int]) -> [ChaosEvent] {
        (Array(parts.joined()) + posted.map(event)).filter { !Self.forgotten.contains($0.installation) }
    }
}
