import Postgres
import Synchronization

/// Everything a report reads, divided into shares. A session that has read one takes the next.
final class ReportWork: Sendable {
    /// Passes over the log that several tables need at a past horizon. A session makes each pass at most once.
    private enum Pass: CaseIterable {
        /// Sends and activity.
        case engagement
        /// Latencies and versions.
        case quality
    }

    private enum Part {
        /// A table over a range; of a table by day also the shorter ranges, which are parts of it.
        case table(ReportTable, ranges: [Int])
        case findings

        /// The pass that it needs at a past horizon. Findings need both: they are read with the longer one.
        var pass: Pass? {
            switch self {
            case .table(let table, _) where ReportTable.ofEngagement.contains(table.name): .engagement
            case .table(let table, _): table.name == "data_quality" ? .quality : nil
            case .findings: .engagement
            }
        }
    }

    /// The report's own range first.
    private let ranges: [ReportParameters]
    /// What one session takes at once, longest first: parts with counts in common, at a past horizon all that need the same pass.
    private let shares: [[Part]]
    private let partCount: Int
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
        let isShared = { (table: ReportTable) in table.isOfAnyRange || table.isByDay && parameters.minimumCell == 0 }
        let all = Array(ranges.indices)
        let own = ReportTable.groups.map { $0.map { Part.table($0, ranges: isShared($0) ? all : [0]) } }
        let shorter = all.dropFirst().flatMap { range in
            ReportTable.groups.map { $0.filter { !isShared($0) }.map { Part.table($0, ranges: [range]) } }
        }
        let every = [[.findings]] + own + shorter.reversed()
        let passes = isPast ? Pass.allCases.map { pass in every.joined().filter { $0.pass == pass } } : []
        shares = passes + every.map { share in share.filter { !isPast || $0.pass == nil } }
        partCount = every.joined().count
    }

    /// Reads shares until none is left. Returns what this session read, for each range.
    func read(_ connection: borrowing Connection) throws -> [ReportReading] {
        var readings = ranges.map(ReportReading.init)
        while let share = take() {
            for part in share {
                try read(part, connection, into: &readings)
                progress(done.add(1, ordering: .relaxed).newValue, partCount)
            }
        }
        return readings
    }

    private func read(
        _ part: Part, _ connection: borrowing Connection, into readings: inout [ReportReading]
    ) throws {
        switch part {
        case .findings: readings[0].add(try Finding.read(ranges[0], connection))
        case .table(let table, let wanted):
            let result = try table.read(ranges[wanted[0]], connection)
            for range in wanted { readings[range].add(result, of: table) }
        }
    }

    private func take() -> [Part]? {
        let place = next.add(1, ordering: .relaxed).oldValue
        return shares.indices.contains(place) ? shares[place] : nil
    }
}
