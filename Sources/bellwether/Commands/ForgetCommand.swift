import ArgumentParser
import EventLog
import Events
import Postgres
import Projections

/// `bellwether forget INSTALLATION_ID…`
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Erase all data of installations.",
        discussion: """
            Deletes their events and rejected deliveries, corrects every number that they were part of, and rejects \
            events that they send later as `erased`. Only a record of the erasure is kept: when, and of how many \
            installations and events. This can't be undone, so on a terminal it shows what would go and asks. Erasing \
            many installations at once takes no longer than erasing one.

            Example:  bellwether forget 8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b
                      bellwether forget - < ids.txt
                      bellwether forget --dry-run - < ids.txt
            """)

    @Argument(
        help: ArgumentHelp(
            "The installation_ids, erased in every app that has them; - reads one per line from standard input.",
            valueName: "installation-id"))
    var installations: [String]

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        for text in installations where text != "-" { _ = try Self.installation(text) }
    }

    func run() async throws {
        let named = try installations.flatMap { text in
            text == "-" ? try Self.standardInput() : [try Self.installation(text)]
        }
        guard !named.isEmpty else { throw Failure.data("Standard input names no installation: give one id per line.") }
        let report = try await database.withDatabase(quiet: output.quiet) { database in
            // Connect as the owner: no other role may delete from the log.
            let session = try await Session.connect(to: database.target)
            let report = try await erase(named, Erasure(session: session))
            await session.close()
            return report
        }
        guard let report else { return }
        if !output.quiet, report.isEmpty {
            let ids = named.count == 1 ? "this id (a typing error?). It is" : "these ids (typing errors?). They are"
            Console.note("Nothing was stored under \(ids) blocked from now on.")
        }
        if output.json { return try Console.result(json: report) }
        try Console.result(report.line)
    }

    /// Returns nil if nothing was to be erased.
    private func erase(_ named: [EventUUID], _ erasure: Erasure) async throws -> Erasure.Report? {
        let isGiven = try await consent.isGiven(output) {
            let meter = ProgressMeter("Counting", unit: "installations", isQuiet: output.quiet)
            return try await meter.during { try await erasure.forecast(named) }
        }
        guard isGiven else { return nil }
        let meter = ProgressMeter("Erasing", unit: "installations", isQuiet: output.quiet)
        return try await meter.during { try await erasure.erase(named) }
    }

    private static func installation(_ text: some StringProtocol) throws -> EventUUID {
        guard let installation = EventUUID(String(text)) else {
            throw ValidationError(
                "\(text) is not an installation_id: give a UUID such as 8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b.")
        }
        return installation
    }

    /// Reads the ids from standard input, one per line. Blank lines and spaces around an id are ignored.
    private static func standardInput() throws -> [EventUUID] {
        var installations: [EventUUID] = []
        var number = 0
        while let line = readLine() {
            number += 1
            let text = line.trimmingPrefix { $0.isWhitespace }
            let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
            guard end > text.startIndex else { continue }
            guard let installation = EventUUID(String(text[..<end])) else {
                throw Failure.data(
                    "Nothing was erased: line \(number) of the input is not an installation_id; give one id per line."
                )
            }
            installations.append(installation)
        }
        return installations
    }
}

extension Erasure.Forecast: Forecast {
    var text: String {
        let whole = "\(installations.of("installation", "installations")) would be erased"
        guard !apps.isEmpty else { return "\(whole): nothing of it is stored, check the ids." }
        let lines = apps.map { app in
            """
            \(app.appID?.visible ?? "app not read"): \(app.installations.of("installation", "installations")), \
            \(app.permissionEvents.grouped) permission and \(app.engagementEvents.grouped) engagement events, \
            \(app.quarantined.of("rejected delivery", "rejected deliveries"))
            """
        }
        return ([whole + ":"] + lines).joined(separator: "\n")
    }
}

extension Erasure.Report {
    /// Whether the log and the quarantine had nothing to erase.
    fileprivate var isEmpty: Bool { permissionEvents + engagementEvents + quarantined == 0 }

    /// The report as a line of text.
    fileprivate var line: String {
        """
        Erased \(installations.grouped) \(installations == 1 ? "installation" : "installations"): \
        \(permissionEvents.grouped) permission and \(engagementEvents.grouped) engagement events, \
        \(quarantined.grouped) rejected deliveries
        """
    }
}
