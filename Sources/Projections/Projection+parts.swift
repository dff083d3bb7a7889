import EventLog
import Postgres

extension Projection {
    /// Runs the steps on all parts, up to a position. A part that is there does nothing. Locks the parts after the checkpoint, in
    /// the order of a swap, an erasure and a report.
    func stepParts(of generation: Generation, upTo position: Int, _ connection: borrowing Connection) throws {
        try connection.execute(Parts.lock)
        let statements = isOfLedger ? [] : steps.map(\.text)
        try connection.execute(
            Self.stepAll, [.text(generation.ofParts), .text(name), .int(position), .array(statements), .array(reads)])
    }

    private static let stepAll = Statement(
        "step on parts", "SELECT parts.step_all($1, $2, $3::bigint, $4::text[], $5::text[])")
}

extension Generation {
    /// The name of this generation in the tables of parts.
    var ofParts: String { self == .live ? "live" : "next" }
}

extension Projector {
    /// Throws if a part is not at a position: a node was lost before it committed. The next run completes it.
    func checkParts(_ projection: Projection, in generation: Generation, at position: Int) async throws {
        let behind = try await session.run { connection in
            try connection.execute(
                Statement("find parts behind", "SELECT parts.behind($1, $2, $3::bigint)"),
                [.text(generation.ofParts), .text(projection.name), .int(position)]
            ).singleInt()
        }
        guard behind == 0 else { throw ProjectionError.partsBehind(projection.name, behind) }
    }
}
