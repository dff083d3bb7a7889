import ArgumentParser
import EventLog
import Postgres

/// `bellwether quarantine discard`
struct QuarantineDiscardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Discard held deliveries: delete their bytes for good.",
        discussion: """
            The record of each delivery and its reason stays. The same bytes, if delivered again, stay discarded. This can't \
            be undone, so on a terminal it shows what would go and asks.

            Example:  bellwether quarantine discard 17
                      bellwether quarantine discard --reason invalid_json --dry-run
            """)

    @OptionGroup var selection: QuarantineSelection

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let outcome = try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await database.session(as: .ingest)
            let outcome = try await discard(on: session)
            await session.close()
            return outcome
        }
        guard let outcome else { return }
        if output.json { return try Console.result(json: ["discarded": outcome.discarded]) }
        try Console.result("\(outcome.discarded.grouped) discarded")
        if outcome.notHeld > 0 { try Console.result("\(outcome.notHeld.grouped) already released or discarded") }
    }

    /// Returns nil if nothing was to be discarded.
    private func discard(on session: Session) async throws -> (discarded: Int, notHeld: Int)? {
        let quarantine = Quarantine(session: session)
        let (filter, named) = try await selection.resolved(in: quarantine)
        let forecast = DiscardForecast(apps: try await quarantine.apps(filter))
        let notHeld = named.count { $0.value != .held }
        guard !forecast.apps.isEmpty || consent.dryRun else { return (0, notHeld) }
        guard try await consent.isGiven(output, of: { forecast }) else { return nil }
        let meter = ProgressMeter("Discarding", unit: "deliveries", isQuiet: output.quiet)
        defer { meter.end() }
        let discarded = try await QuarantineDiscard(session: session).discard(filter) { done, count in
            meter.show(done, share: Double(done) / Double(max(count, 1)))
        }
        return (discarded, notHeld)
    }
}

/// What a discard would delete.
private struct DiscardForecast: Forecast {
    let apps: [Quarantine.AppCount]

    var text: String {
        let deliveries = apps.reduce(0) { $0 + $1.deliveries }
        let whole = "\(deliveries.of("rejected delivery", "rejected deliveries")) would be discarded"
        guard !apps.isEmpty else { return whole }
        let lines = apps.map { "\($0.appID?.visible ?? "app not read"): \($0.deliveries.grouped)" }
        return ([whole + ":"] + lines).joined(separator: "\n")
    }
}
