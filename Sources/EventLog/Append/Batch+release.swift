import Events
import Postgres

extension Batch {
    /// Marks the quarantined deliveries of a retry as released, which the transaction that stores their events must do
    /// first, and gives the batch of those that were still held: each is released, and so stored, by one retry alone. What is of
    /// an erased installation stays held. Any other batch is given as it is.
    func releasingHeld(_ connection: borrowing Connection) throws -> Batch {
        guard let releases else { return self }
        let wanted = releases.indices.filter { !refused.contains($0) }.map { releases[$0] }
        let held = Set(try connection.execute(Self.release, [.array(wanted)]).ints())
        var batch = self
        batch.releases = releases.filter(held.contains)
        batch.events.filter { held.contains(releases[$0]) }
        batch.prepare()
        return batch
    }

    /// Whether it is a retry that found nothing held any more: it leaves no trace.
    var hasLostAll: Bool { releases?.isEmpty == true }

    private static let release = Statement(
        "release quarantined", "SELECT log.end_quarantine($1::bigint[], true)")
}
