import EventLog
import Postgres
import Projections

extension Pipeline {
    /// Updates projections, or rebuilds them.
    func project(
        _ projections: [Projection] = Projection.all, rebuild: Bool = false
    ) async throws -> [Projector.Report] {
        try await withProjector { projector, show in
            let reports =
                rebuild
                ? try await projector.rebuild(projections, progress: show)
                : try await projector.bringUp(projections, progress: show)
            try await projector.renewStatistics()
            return reports
        }
    }

    /// Compares projections with the log, and corrects what differs.
    func check(_ projections: [Projection]) async throws -> [Projector.Finding] {
        try await withProjector { projector, show in try await projector.check(projections, progress: show) }
    }

    /// Runs `body` with a projector and a closure that shows its progress.
    private func withProjector<Value: Sendable>(
        _ body: (Projector, @escaping @Sendable (Projector.Progress) -> Void) async throws -> Value
    ) async throws -> Value {
        let session = try await database.session(as: .project)
        let other = try await database.session(as: .project)
        let meter = ProgressMeter("Projecting", unit: "batches", isQuiet: isQuiet)
        defer { meter.end() }
        let value = try await body(Projector(session: session, otherSessions: [other])) { progress in
            meter.show(progress.position, share: Double(progress.position) / Double(max(progress.head, 1)))
        }
        await session.close()
        await other.close()
        return value
    }
}

extension [Projector.Report] {
    /// The lowest position before the run, and the lowest one after it.
    private var bounds: (start: Int, end: Int) { (map(\.from).min() ?? 0, map(\.position).min() ?? 0) }

    /// Returns how many events were new since the run before.
    func newEvents(in database: Database) async throws -> Int {
        let session = try await database.session(as: .project)
        let events = try await session.run { [bounds] in
            try Projector.events(after: bounds.start, upTo: bounds.end, $0)
        }
        await session.close()
        return events
    }

    /// The reports as one line of text. `newEvents`: the result of `newEvents(in:)`.
    func line(newEvents: Int) -> String {
        if bounds.end == 0 {
            return "The log has no events yet: store some with `bellwether ingest` or `bellwether serve`."
        }
        let sentence =
            if contains(where: \.rebuilt) {
                "Recomputed everything from the whole log."
            } else {
                switch newEvents {
                case 0: "No new events since the last run."
                case 1: "Counted 1 new event."
                default: "Counted \(newEvents.grouped) new events."
                }
            }
        return count == 1 ? "Projection \(self[0].projection): \(sentence)" : sentence
    }
}
