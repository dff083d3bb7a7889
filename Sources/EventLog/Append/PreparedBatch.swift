import Events

/// A batch with everything that can be computed without the database, before its transaction begins.
public struct PreparedBatch: Sendable {
    var batch: Batch
    /// The events that may be new.
    var candidates: InsertCandidates
    /// The rejects in the form that the quarantine keeps.
    var rejects: RejectRows
    /// The days (UTC, since 1970) on which the events occurred, those of dropped events included.
    let days: Set<Int>
    /// Indexes of the events of erased installations, which are not stored.
    private(set) var erased: Set<Int> = []

    /// Sorts the events and the rejects of a batch.
    public init(_ batch: Batch) {
        self.batch = batch
        candidates = InsertCandidates(of: batch.events)
        rejects = RejectRows(of: batch.rejects)
        days = Self.days(of: batch.events.records) { _ in true }
    }

    /// Drops events and rejects that name erased installations. Only their count is kept.
    mutating func drop(_ installations: ErasedInstallations) {
        rejects.remove { installations.areNamed(in: batch.rejects[$0]) }
        erased = Set(installations.places(in: batch.events))
        candidates.remove(erased)
    }

    /// Drops the events of a retry whose quarantined deliveries are not in `held`.
    mutating func keep(held: Set<Int>) {
        guard let releases = batch.releases else { return }
        batch.releases = releases.filter(held.contains)
        batch.events.filter { held.contains(releases[$0]) }
        candidates = InsertCandidates(of: batch.events)
        erased = []
    }

    /// The events of installations that are not erased.
    private var kept: [EventRecord] {
        guard !erased.isEmpty else { return batch.events.records }
        return batch.events.records.indices.filter { !erased.contains($0) }.map { batch.events.records[$0] }
    }

    /// Latest receipt of an accepted or duplicate delivery, in microseconds since 1970.
    var latestReceipt: Int64? { kept.lazy.map(\.receivedAt.microseconds).max() }

    /// Latest receipt of an accepted or duplicate delivery of each app, in microseconds since 1970, by the app's number
    /// in the log.
    func latestReceipts(_ numbers: BatchNumbers) -> [(app: Int32, at: Int64)] {
        var latest: [Int64?] = Array(repeating: nil, count: numbers.apps.count)
        for record in kept {
            guard let app = record.app.index else { continue }
            latest[app] = max(latest[app] ?? .min, record.receivedAt.microseconds)
        }
        return zip(numbers.apps, latest).compactMap { app, at in at.map { (app, $0) } }.sorted { $0.0 < $1.0 }
    }

    /// The days (UTC, since 1970) on which engagement events of the batch occurred.
    var engagementDays: Set<Int> { Self.days(of: kept) { !$0.type.isPermissionEvent } }

    /// Returns the days (UTC, since 1970) on which the events that `isMeant` chooses occurred.
    private static func days(of records: [EventRecord], where isMeant: (EventRecord) -> Bool) -> Set<Int> {
        var (days, last): (Set<Int>, Int?) = ([], nil)
        for record in records where isMeant(record) {
            let day = record.occurredAt.day
            // Neighbouring events mostly have the same day.
            if day != last { days.insert(day) }
            last = day
        }
        return days
    }
}
