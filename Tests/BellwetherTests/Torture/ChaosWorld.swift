import Foundation
import Simulation

/// What is sent, erased and retired in a round of the chaos, and what must be left of it.
///
/// The engagement events of one month are dropped. Those in `old` are acknowledged before that, and so are counted for
/// ever; those in `late` come afterwards, and never are. All other events happen months later, where a rebuild computes
/// every number from the log. So it does not matter at which moment a month is dropped, nor somebody forgotten.
struct ChaosWorld: Sendable {
    /// How many months of engagement events are kept, this one not counted.
    static let keptMonths = 6

    /// Installations whose events are all of the month that is dropped.
    private static let oldInstallations = 0..<20
    /// Those of all other events.
    private static let installations = 20..<60
    /// Those of them that are forgotten.
    static let forgotten = 50..<60

    private static let day = 86_400

    private let seed: UInt64
    /// The first second of which engagement events are kept, since 1970.
    private let retainedFrom: Int
    private let old, late: [ChaosEvent]
    private let parts: [[ChaosEvent]]

    /// The world of a seed; its months are counted from today's, as those of a retention are.
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
        parts = (0..<8).map { part in
            (0..<500).map { number in
                ChaosEvent(300_000_000 + 1_000 * part + number, seed: seed, of: Self.installations, within: span)
            }
        }
    }

    /// The beginning of the month that is so many months before today's.
    private static func firstKept() -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        let month = calendar.date(from: calendar.dateComponents([.year, .month], from: Date()))!
        return Int(calendar.date(byAdding: .month, value: -keptMonths, to: month)!.timeIntervalSince1970)
    }

    /// When the other events happen: behind the 28 days and the open window after the dropped month, and before today.
    private static func span(_ retainedFrom: Int) -> Range<Int> { retainedFrom + 90 * day..<retainedFrom + 140 * day }

    /// The event of a number that comes over HTTP.
    func event(_ number: Int) -> ChaosEvent {
        ChaosEvent(number, seed: seed, of: Self.installations, within: Self.span(retainedFrom))
    }
}

extension ChaosWorld {
    /// The files of a world: one of events that are old, one of the same and late ones, and the others.
    struct Files {
        let old, late: String
        let parts: [String]
    }

    /// Writes the files into a folder.
    func write(in folder: String) throws -> Files {
        func file(_ name: String, _ events: [ChaosEvent]) throws -> String {
            let path = folder + "/" + name + ".ndjson"
            try Data(events.map(\.line).joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
            return path
        }
        return Files(
            old: try file("old", old), late: try file("late", old + late),
            parts: try parts.enumerated().map { try file("part-\($0.offset)", $0.element) })
    }

    /// How many deliveries are refused as older than what is kept.
    var refused: Int { (old + late).count { !$0.type.isPermissionEvent } }

    /// The ids that the log must hold when events of these numbers were acknowledged over HTTP.
    func kept(posted: [Int]) -> Set<String> {
        Set((old.filter(\.type.isPermissionEvent) + others(posted)).map(\.id))
    }

    /// The options of a report on all days.
    var reportOptions: [String] {
        let (first, last) = (ChaosEvent.text(days.lowerBound * Self.day), ChaosEvent.text(days.upperBound * Self.day))
        return ["--from", String(first.prefix(10)), "--to", String(last.prefix(10))]
    }

    /// The tables of that report, by the names of their files, but for those that count deliveries. `receivedAt`: when
    /// the server received events, by id; old ones are not in it.
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

    /// The first and the last day of the report, by their numbers.
    private var days: ClosedRange<Int> { retainedFrom / Self.day - 31...retainedFrom / Self.day + 150 }

    /// What is to be counted of the events that happen after the dropped month.
    private func others(_ posted: [Int]) -> [ChaosEvent] {
        (Array(parts.joined()) + posted.map(event)).filter { !Self.forgotten.contains($0.installation) }
    }
}
