import ArgumentParser
import EventLog
import Events
import Postgres
import Projections

/// `bellwether forget INSTALLATION_ID…`
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Erase everything of installations.",
        discussion: """
            Takes their events and rejected deliveries out of the log, corrects every number that they were part of, \
            and refuses what they send later as `erased`. Kept is that an erasure took place: when, and of how many. \
            It can't be undone. The log is read once, however many are named.

            Example:  bellwether forget 8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b
                      bellwether forget - < ids.txt
            """)

    @Argument(
        help: ArgumentHelp(
            "The installation_id of each, of every app that has it, or - for one a line on standard input.",
            valueName: "installation-id"))
    var installations: [String]

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        for text in installations where text != "-" { _ = try Self.installation(text) }
    }

    func run() async throws {
        let named = try installations.flatMap { text in
            text == "-" ? try Self.standardInput() : [try Self.installation(text)]
        }
        guard !named.isEmpty else { throw Failure.data("Standard input names no installation: give one id a line.") }
        let report = try await database.withDatabase(quiet: output.quiet) { database in
            // Nobody but the owner may take anything out of the log.
            let session = try await Session.connect(to: database.target)
            let meter = ProgressMeter("Erasing", unit: "installations", isQuiet: output.quiet)
            let report = try await meter.during { try await Erasure(session: session).erase(named) }
            await session.close()
            return report
        }
        if output.json { return try Console.result(json: report) }
        try Console.result(report.line)
    }

    private static func installation(_ text: some StringProtocol) throws -> EventUUID {
        guard let installation = EventUUID(String(text)) else {
            throw ValidationError(
                "\(text) is no installation_id: give a UUID such as 8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b.")
        }
        return installation
    }

    /// The ids on standard input; blank lines and space around an id count for nothing.
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
                    "Line \(number) of standard input is no installation_id, and nothing was erased: give one id a line."
                )
            }
            installations.append(installation)
        }
        return installations
    }
}

extension Erasure.Report {
    /// For a person.
    fileprivate var line: String {
        """
        Erased \(installations.grouped) \(installations == 1 ? "installation" : "installations"): \
        \(permissionEvents.grouped) permission and \(engagementEvents.grouped) engagement events, \
        \(quarantined.grouped) rejected deliveries
        """
    }
}
