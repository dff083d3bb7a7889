import ArgumentParser
import EventLog
import Events
import Ingest
import Postgres
import Projections

/// `bellwether forget INSTALLATION_ID…`, `bellwether forget --app ID`
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Erase all data of installations, or of an app.",
        discussion: """
            Deletes their events and rejected deliveries, corrects every number that they were part of, and rejects \
            events that they send later as `erased`. Only a record of the erasure is kept: when, and of how many \
            installations and events. This can't be undone, so on a terminal it shows what would go and asks, unless \
            it reads the ids from standard input: then look first with --dry-run. Erasing many installations at once \
            takes no longer than erasing one.

            --app removes an app whole, for example after a trial: its events, keys, targets and marks, and what reports \
            stored of it. Later events of the app are stored again.

            Example:  bellwether forget 8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b
                      bellwether forget - < ids.txt
                      bellwether forget --dry-run - < ids.txt
                      bellwether forget --device-id 1f9a3c0e7b
                      bellwether forget --app com.example.shop.trial
            """)

    @Argument(
        help: ArgumentHelp(
            "The installation_ids, erased in every app that has them; - reads one per line from standard input.",
            valueName: "installation-id"))
    var installations: [String] = []

    @Option(
        name: .customLong("device-id"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Ids that other products have for devices: the device_id of their events.", valueName: "text"))
    var devices: [String] = []

    @Option(name: .customLong("app"), help: ArgumentHelp("An app_id, to remove that app whole.", valueName: "id"))
    var appID: String?

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        for text in installations where text != "-" { _ = try Self.installation(text) }
        for text in devices where EventUUID(device: text) == nil {
            throw ValidationError("--device-id must be a text of 1 to 255 characters.")
        }
        guard (installations.isEmpty && devices.isEmpty) != (appID == nil) else {
            throw ValidationError("Name installations, devices with --device-id, or an app with --app.")
        }
    }

    func run() async throws {
        if let appID { return try await forget(appID) }
        let ids = try installations.flatMap { text in
            text == "-" ? try Self.standardInput() : [try Self.installation(text)]
        }
        let named = Erasure.Installations(ids, devices: devices)
        guard !named.ids.isEmpty else {
            throw Failure.data("Standard input names no installation: give one id per line.")
        }
        let report = try await asOwner { session in
            let erasure = Erasure(session: session)
            return try await decided {
                try await erasure.forecast(named)
            } erase: {
                try await erasure.erase(named)
            }
        }
        guard let report else { return }
        if !output.quiet, report.isEmpty {
            let ids = named.ids.count == 1 ? "this id (a typing error?). It is" : "these ids (typing errors?). They are"
            Console.note("Nothing was stored under \(ids) blocked from now on.")
        }
        if output.json { return try Console.result(json: report) }
        try Console.result(report.line)
    }

    private func forget(_ appID: String) async throws {
        guard appID.wholeMatch(of: /[A-Za-z0-9._-]{1,155}/) != nil else { throw Failure.usage(notAnApp: appID) }
        let report = try await asOwner { session in
            let erasure = AppErasure(of: appID, session: session)
            return try await decided {
                try await Self.checked(erasure.forecast(), session)
            } erase: {
                try await Self.checked(erasure.erase(), session)
            }
        }
        guard let report else { return }
        if output.json { return try Console.result(json: report) }
        try Console.result(report.line)
    }

    /// Returns the report. Throws if nothing is stored of an app with this name, for example because of a typo.
    private static func checked(_ report: AppErasure.Report, _ session: Session) async throws -> AppErasure.Report {
        guard report.isEmpty, let absence = try await session.run({ try KnownApps($0).absence(of: report.appID) })
        else { return report }
        throw Failure(status: 66, description: "\(absence): correct the app.")
    }

    /// Runs `body` as the owner: no other role may delete from the log.
    private func asOwner<Value: Sendable>(_ body: (Session) async throws -> Value) async throws -> Value {
        try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await Session.connect(to: database.target)
            let value = try await body(session)
            await session.close()
            return value
        }
    }

    /// Erases if that is confirmed. Returns nil if nothing was to be erased.
    private func decided<Expected: Forecast & Sendable, Value: Sendable>(
        _ forecast: () async throws -> Expected, erase: () async throws -> Value
    ) async throws -> Value? {
        let isGiven = try await consent.isGiven(output) {
            let meter = ProgressMeter("Counting", unit: "installations", isQuiet: output.quiet)
            return try await meter.during { try await forecast() }
        }
        guard isGiven else { return nil }
        let meter = ProgressMeter("Erasing", unit: "installations", isQuiet: output.quiet)
        return try await meter.during { try await erase() }
    }

    private static func installation(_ text: some StringProtocol) throws -> EventUUID {
        guard let installation = EventUUID(String(text)) else {
            throw ValidationError(
                "\(text) is not an installation_id: give a UUID such as 8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b.")
        }
        return installation
    }

    /// Reads the ids from standard input, one per line. Blank lines, spaces around an id and a byte order mark are
    /// ignored.
    private static func standardInput() throws -> [EventUUID] {
        let bytes = try Source.standardInput.bytes().trimmingPrefix([0xEF, 0xBB, 0xBF])
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return try lines.enumerated().compactMap { number, line in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let word = words.first else { return nil }
            guard words.count == 1, let installation = EventUUID(String(word)) else {
                throw Failure.data(
                    "Nothing was erased: line \(number + 1) of the input is not an installation_id; give one id per "
                        + "line.")
            }
            return installation
        }
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

extension AppErasure.Report: Forecast {
    var text: String { "\(appID.visible) would be removed whole: \(counts)" }

    /// Whether nothing is stored of the app.
    fileprivate var isEmpty: Bool { installations + permissionEvents + engagementEvents + quarantined + keys == 0 }

    /// The report as a line of text.
    fileprivate var line: String { "Removed \(appID.visible): \(counts)" }

    private var counts: String {
        """
        \(installations.of("installation", "installations")), \(permissionEvents.grouped) permission and \
        \(engagementEvents.grouped) engagement events, \(quarantined.of("rejected delivery", "rejected deliveries")), \
        \(keys.of("key", "keys"))
        """
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
