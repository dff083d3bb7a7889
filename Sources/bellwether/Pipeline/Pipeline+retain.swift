import EventLog
import Events
import Postgres
import Projections

extension Pipeline {
    /// Drops engagement events that are older than `months` whole months.
    func retain(months: Int) async throws -> Retention.Report {
        // Connect as the owner: no other role may delete from the log.
        let owner = try await Session.connect(to: database.target)
        try await compareClocks(owner)
        let session = try await database.session(as: .project)
        let meter = ProgressMeter("Retaining", unit: "batches projected", isQuiet: isQuiet)
        let retention = Retention(session: owner, projector: Projector(session: session))
        let report = try await meter.during {
            try await retention.retain(months: months, now: .now()) { progress in
                meter.show(progress.position, share: Double(progress.position) / Double(max(progress.head, 1)))
            }
        }
        await session.close()
        await owner.close()
        return report
    }
}

extension Pipeline {
    /// Counts what `retain` would drop, and changes nothing.
    func retentionForecast(months: Int) async throws -> Retention.Forecast {
        let owner = try await Session.connect(to: database.target)
        try await compareClocks(owner)
        let meter = ProgressMeter("Counting", unit: "events", isQuiet: isQuiet)
        let forecast = try await meter.during { try await Retention.forecast(months: months, now: .now(), owner) }
        await owner.close()
        return forecast
    }

    /// Throws if this machine's clock and the server's are more than a minute apart: one of them is wrong, and what is
    /// dropped because of it does not come back.
    private func compareClocks(_ owner: Session) async throws {
        let found = try await owner.run { try Doctor.clock($0) }
        guard let found, found.severity == .error else { return }
        throw Failure(
            status: 69, description: "\(found.sentence.dropLast()), then run this again; nothing was dropped.")
    }
}

extension Retention.Forecast: Forecast {
    var text: String {
        let whole = "Engagement events would be kept from \(retainedFrom)"
        guard !months.isEmpty else { return whole + ": nothing to drop" }
        let events = months.reduce(0) { $0 + $1.engagementEvents }
        let lines = months.map { month in
            "\(month.month), \(month.appID): \(month.engagementEvents.of("event", "events"))"
        }
        return (["\(whole), and \(events.grouped) dropped:"] + lines).joined(separator: "\n")
    }
}

extension Retention.Report {
    /// The report as a line of text.
    var line: String {
        let what =
            dropped.isEmpty
            ? "nothing to drop" : "dropped \(dropped.count.grouped) \(dropped.count == 1 ? "partition" : "partitions")"
        return "Engagement events are kept from \(retainedFrom): \(what)"
    }
}
