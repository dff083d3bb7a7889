import Postgres
import Synchronization

/// All that a report reads, in parts that sessions take in turn: whoever is done takes the next.
final class ReportWork: Sendable {
    private enum Part {
        /// Tables over a range; of a table by day also the shorter ranges, which are parts of it.
        case tables([ReportTable], ranges: [Int])
        case findings

        /// Whether it needs sends, activity or latencies, which take a pass over the log for a past horizon.
        var readsEngagement: Bool {
            switch self {
            case .tables(let tables, _): tables.contains { ReportTable.ofEngagement.contains($0.name) }
            case .findings: true
            }
        }
    }

    /// The report's own range first.
    private let ranges: [ReportParameters]
    /// The longest first.
    private let parts: [Part]
    /// What the first session alone reads before it: for a past horizon a session computes once what its parts have in common.
    private let firstParts: [Part]
    private let next = Atomic<Int>(0)
    private let done = Atomic<Int>(0)
    private let progress: @Sendable (_ done: Int, _ of: Int) -> Void

    /// `isPast`: whether the horizon may be one that the state has passed.
    init(
        _ parameters: ReportParameters, isPast: Bool,
        _ progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
    ) {
        self.progress = progress
        ranges = [parameters] + parameters.shorter
        // Which rows are withheld can depend on the range: then each is read.
        let areShared = { (tables: [ReportTable]) in
            tables.allSatisfy { $0.isOfAnyRange || $0.isByDay && parameters.minimumCell == 0 }
        }
        let all = Array(ranges.indices)
        let own = ReportTable.groups.map { Part.tables($0, ranges: areShared($0) ? all : [0]) }
        let shorter = all.dropFirst().flatMap { range in
            ReportTable.groups.filter { !areShared($0) }.map { Part.tables($0, ranges: [range]) }
        }
        let every = [.findings] + own + shorter.reversed()
        firstParts = every.filter { isPast && $0.readsEngagement }
        parts = every.filter { !isPast || !$0.readsEngagement }
    }

    /// Reads parts until none is left, and gives for each range what this session read of it.
    func read(_ connection: borrowing Connection, isFirst: Bool = false) throws -> [ReportReading] {
        var readings = ranges.map(ReportReading.init)
        var first = (isFirst ? firstParts : [])[...]
        while let part = first.popFirst() ?? take() {
            switch part {
            case .findings: readings[0].add(try Finding.read(ranges[0], connection))
            case .tables(let tables, let wanted):
                for table in tables {
                    let result = try table.read(ranges[wanted[0]], connection)
                    for range in wanted { readings[range].add(result, of: table) }
                }
            }
            progress(done.add(1, ordering: .relaxed).newValue, firstParts.count + parts.count)
        }
        return readings
    }

    private func take() -> Part? {
        let place = next.add(1, ordering: .relaxed).oldValue
        return parts.indices.contains(place) ? parts[place] : nil
    }
}
