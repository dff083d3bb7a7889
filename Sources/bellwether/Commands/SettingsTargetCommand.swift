import ArgumentParser
import EventLog
import Pages
import Postgres
import Reports

/// `bellwether settings target`
struct SettingsTargetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "target",
        abstract: "Show or set the rates that you want to reach.",
        discussion: """
            Trends, key numbers and digests show the target of the opt-in rate (opt-in) and of the reach of active people \
            (reach). A target of one app replaces that of all apps.

            Example:  bellwether settings target
                      bellwether settings target opt-in 58%
                      bellwether settings target reach 45% --app com.example.shop
                      bellwether settings target opt-in none
            """)

    @Argument(help: "The rate: \(Target.Measure.allCases.map(\.name).joined(separator: " or ")).")
    var rate: String?

    @Argument(help: "The target, such as 58%; none removes it.")
    var value: String?

    @Option(help: ArgumentHelp("Only for this app.", valueName: "id"))
    var app: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let change = try change()
        let targets = try await database.withDatabase(quiet: output.quiet) { [app] database in
            let session = try await database.session(as: .project)
            let targets = try await session.run { connection in
                if let change { try Self.set(change.rate, change.percent, app, connection) }
                return try Target.all(connection)
            }
            await session.close()
            return targets
        }
        if output.json { return try Console.result(json: ["targets": targets]) }
        for target in targets {
            let app = target.appID.map { "  (\($0))" } ?? ""
            try Console.result("\(target.measure.name)  \(PageFormat.target(target.value))\(app)")
        }
    }

    /// The target to set: its rate, and its digits or nil to remove it; nil if targets are only shown.
    private func change() throws -> (rate: Target.Measure, percent: String?)? {
        guard let rate else { return nil }
        guard let measure = Target.Measure.named(rate) else {
            let known = Target.Measure.allCases.map(\.name).joined(separator: " or ")
            throw Failure.usage("There is no target for \(rate): name \(known).")
        }
        guard let value else {
            throw Failure.usage("A target is missing: give one after \(rate), such as 58%, or none.")
        }
        if value == "none" { return (measure, nil) }
        guard let digits = value.wholeMatch(of: /([0-9]{1,2}(?:\.[0-9]+)?)%/)?.output.1 else {
            throw Failure.usage("\(value) is not a target: write it like 58% or 58.5%, or none.")
        }
        return (measure, String(digits))
    }

    private static func set(
        _ measure: Target.Measure, _ percent: String?, _ app: String?, _ connection: borrowing Connection
    ) throws {
        if percent != nil, let app, let absence = try KnownApps(connection).absence(of: app) {
            throw Failure(status: 66, description: "\(absence): correct --app.")
        }
        do {
            try Target.set(measure, to: percent, app: app, connection)
        } catch let error as PostgresError where error.constraint == "target_is_a_fraction" {
            throw Failure.usage("A target must be more than 0% and less than 100%.")
        }
    }
}
