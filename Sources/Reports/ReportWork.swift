import Pages
import Postgres
import Synchronization

/// A queue of everything a report reads. It is divided into shares; each database session takes the next share when it
/// has read one.
final class ReportWork: Sendable {
    /// A pass over the event log that several tables need at a past horizon. The horizon is the report's "now": only
    /// events received by then count. It is past if the projected state already includes later events; then rows are
    /// computed from the log instead. A session caches the rows of a pass, so it makes each pass at most once.
    private enum Pass: CaseIterable {
        /// Computes sends and activity.
        case engagement
        /// Computes latencies and versions.
        case quality
    }

    private enum Part {
        /// A table, read over the first of these ranges (indices into `ReportWork.ranges`) and used for all of them:
        /// the rows of a daily table hold those of the shorter ranges.
        case table(ReportTable, ranges: [Int])

        /// The pass that this part needs at a past horizon. Verdicts need both, and are grouped with the longer one.
        var pass: Pass? {
            switch self {
            case .table(let table, _) where ReportTable.ofEngagement.contains(table.name): .engagement
            case .table(let table, _): table.name == "data_quality" ? .quality : nil
            }
        }
    }

    /// The report's own range first, then the shorter ones, then the week if the report has a digest of it.
    private let ranges: [ReportParameters]
    /// The shares, longest first. A share holds parts that have counts in common or, at a past horizon, need the same
    /// pass, so one session reads them all.
    private let shares: [[Part]]
    private let partCount: Int
    private let next = Atomic<Int>(0)
    private let done = Atomic<Int>(0)
    private let progress: @Sendable (_ done: Int, _ of: Int) -> Void

    /// - Parameter isPast: whether the projected state may already include events received after the horizon.
    init(
        _ parameters: ReportParameters, isPast: Bool,
        _ progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
    ) {
        self.progress = progress
        let pages = [parameters] + parameters.shorter
        ranges = pages + [parameters.week].compactMap(\.self)
        // With a minimum cell, which rows are withheld can depend on the range, so each range is read.
        let isShared = { (table: ReportTable) in table.isOfAnyRange || table.isByDay && parameters.minimumCell == 0 }
        let all = Array(pages.indices)
        let parts = { (group: [ReportTable], range: Int) in
            group.filter { range == 0 || !isShared($0) }.map { Part.table($0, ranges: isShared($0) ? all : [range]) }
        }
        // Tables of a group share what one of them computed, with those of other ranges too.
        let groups = ReportTable.groups.filter { $0.count > 1 }.map { group in all.flatMap { parts(group, $0) } }
        let alone = ReportTable.groups.filter { $0.count == 1 }
        let single = ([0] + all.dropFirst().reversed()).flatMap { range in alone.map { parts($0, range) } }
        let week = ranges.indices.dropFirst(pages.count).flatMap { range in
            ReportTable.groups.map { group in
                group.filter { ReportTable.ofDigest.contains($0.name) }.map { Part.table($0, ranges: [range]) }
            }
        }
        let every = groups + single + week
        let passes = isPast ? Pass.allCases.map { pass in every.joined().filter { $0.pass == pass } } : []
        shares = passes + every.map { share in share.filter { !isPast || $0.pass == nil } }
        partCount = every.joined().count
    }

    /// Reads shares until none are left, in the transaction of the session. Returns what this session read, in the order
    /// of the ranges.
    func read(_ connection: borrowing Connection) throws -> [ReportReading] {
        try connection.execute(Self.unrounded)
        _ = try connection.execute(Self.showValues, [.int(ranges[0].valuesShown)])
        var readings = ranges.map(ReportReading.init)
        while let share = take() {
            for part in share {
                try read(part, connection, into: &readings)
                progress(done.add(1, ordering: .relaxed).newValue, partCount)
            }
        }
        return readings
    }

    /// Makes the queries of the transaction return numbers with 15 decimals, so that pages round once.
    private static let unrounded = Statement("unrounded", "SELECT set_config('bellwether.decimals', '15', true)")

    private func read(
        _ part: Part, _ connection: borrowing Connection, into readings: inout [ReportReading]
    ) throws {
        switch part {
        case .table(let table, let wanted):
            let result = try table.read(ranges[wanted[0]], connection)
            for range in wanted { readings[range].add(result, of: table) }
        }
    }

    /// Limits the values that tables show until the transaction ends (`metric.is_rest`).
    private static let showValues = Statement(
        "show values", "SELECT set_config('bellwether.values_shown', $1, true)")

    private func take() -> [Part]? {
        let place = next.add(1, ordering: .relaxed).oldValue
        return shares.indices.contains(place) ? shares[place] : nil
    }
}
