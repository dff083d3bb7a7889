import Events

/// A batch and all that can be found out about it without the database.
struct PreparedBatch {
    var batch: Batch
    /// Its events that may be new.
    var candidates: InsertCandidates
    /// Its rejects as the quarantine keeps them.
    var rejects: RejectRows
    /// The places of events of erased installations, which are not stored.
    private(set) var erased: Set<Int> = []

    init(_ batch: Batch) {
        self.batch = batch
        candidates = InsertCandidates(of: batch.events)
        rejects = RejectRows(of: batch.rejects)
    }

    /// Leaves out what names erased installations. Only its count is kept.
    mutating func drop(_ installations: ErasedInstallations) {
        rejects.remove { installations.areNamed(in: batch.rejects[$0]) }
        erased = Set(installations.places(in: batch.events))
        candidates.remove(erased)
    }

    /// Leaves out the events of a retry whose quarantined deliveries are not among `held`.
    mutating func keep(held: Set<Int>) {
        guard let releases = batch.releases else { return }
        batch.releases = releases.filter(held.contains)
        batch.events.filter { held.contains(releases[$0]) }
        candidates = InsertCandidates(of: batch.events)
        erased = []
    }

    /// The events that are not of erased installations.
    private var kept: [EventRecord] {
        guard !erased.isEmpty else { return batch.events.records }
        return batch.events.records.indices.filter { !erased.contains($0) }.map { batch.events.records[$0] }
    }

    /// The latest receipt of the accepted and duplicate deliveries, in microseconds since 1970.
    var latestReceipt: Int64? { kept.lazy.map(\.receivedAt.microseconds).max() }

    /// The UTC months of `occurred_at` in which it has engagement events.
    var engagementMonths: Set<Month> { Month.all(in: kept.lazy.filter { !$0.type.isPermissionEvent }) }
}
