import ArgumentParser
import EventLog
import Postgres

/// `bellwether doctor`
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check database, permissions, settings, disk, clock and templates, and say how to fix problems.",
        discussion: """
            Changes nothing, except with --grant, which grants the program's database roles their permissions again. \
            Exit status: 0 if no finding is an error, 78 if one is, 69 if the database is out of reach.

            Example:  bellwether doctor --out reports --templates brand
                      bellwether doctor --json
            """)

    @Option(name: .customLong("out"), help: ArgumentHelp("Also check this folder of reports.", valueName: "dir"))
    var reports: String?

    @Option(help: ArgumentHelp("Also check this folder of custom templates.", valueName: "dir"))
    var templates: String?

    @Flag(help: "First grant the program's database roles their permissions again, as the owner of the database.")
    var grant = false

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        if grant { try await giveRights() }
        let doctor = Doctor(
            source: database.source, reports: reports, templates: templates, isQuiet: output.quiet)
        let examination = try await doctor.examine()
        if output.json { try Console.result(json: examination) } else { try examination.print(quiet: output.quiet) }
        if examination.isOutOfReach { throw ExitCode(69) }
        if examination.hasErrors { throw ExitCode(78) }
    }

    private func giveRights() async throws {
        try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await Session.connect(to: database.target)
            try await session.run { try Schema.grant($0) }
            await session.close()
        }
    }
}

extension Examination {
    /// Prints the findings as text, one per line. Unless `quiet`, also prints which checks were done.
    fileprivate func print(quiet: Bool) throws {
        for finding in findings { try Console.result("\(finding.severity.rawValue): \(finding.sentence)") }
        guard !quiet else { return }
        if findings.isEmpty { try Console.result("Nothing is wrong: \(checks.count) checks.") }
        try Console.result("Checked: \(checks.joined(separator: ", ")).")
    }
}
