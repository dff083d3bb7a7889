import Postgres
import Synchronization

/// All that a report reads, in parts that sessions take in turn: whoever is done takes the next.
final class ReportWork: Sendable {
    private enum Part {
        /// A table over a range; of a table by day also the shorter ranges, which are parts of it.
        case table(ReportTable, ranges: [Int])
        case findings
    }

    /// The report's own range first.
    private let ranges: [ReportParameters]
    /// The longest first.
    private let parts: [Part]
    private let next = Atomic<Int>(0)
    private let done = Atomic<Int>(0)
    private let progress: @Sendable (_ done: Int, _ of: Int) -> Void

    init(_ parameters: ReportParameters, _ progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void) {
        self.progress = progress
        ranges = [parameters] + parameters.shorter
        // Which rows are withheld can depend on the range: then each is read.
        let isShared = { (table: ReportTable) in
            table.isOfAnyRange || table.isByDay && parameters.minimumCell == 0
        }
        let all = Array(ranges.indices)
        let own = ReportTable.all.map { Part.table($0, ranges: isShared($0) ? all : [0]) }
        let shorter = all.dropFirst().flatMap { range in
            ReportTable.all.filter { !isShared($0) }.map { Part.table($0, ranges: [range]) }
        }
        parts = [.findings] + own + shorter.reversed()
    }

    /// Reads parts until none is left, and gives for each range what this session read of it.
    func read(_ connection: borrowing Connection) throws -> [ReportReading] {
        var readings = ranges.map(ReportReading.init)
        while let part = take() {
            switch part {
            case .findings: readings[0].add(try Finding.read(ranges[0], connection))
            case .table(let table, let wanted):
                let result = try table.read(ranges[wanted[0]], connection)
                for range in wanted { readings[range].add(result, of: table) }
            }
            progress(done.add(1, ordering: .relaxed).newValue, parts.count)
        }
        return readings
    }

    private func take() -> Part? {
        let place = next.add(1, ordering: .relaxed).oldValue
        return parts.indices.contains(place) ? parts[place] : nil
    }
}
