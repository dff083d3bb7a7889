import ArgumentParser
import EventLog
import Foundation
import Postgres

/// `bellwether quarantine list`
struct QuarantineListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List rejected deliveries, newest first.",
        discussion: """
            Example:  bellwether quarantine list --reason invalid_field --since 2026-03-01T00:00:00Z
                      bellwether quarantine list --source 'events/2026-03*' --state all --json
            """)

    /// The values of `--state`.
    enum State: String, ExpressibleByArgument, CaseIterable {
        case held, released, discarded, all

        /// The state to filter by; nil for all.
        var wanted: QuarantineState? { QuarantineState(rawValue: rawValue) }
    }

    @OptionGroup var filter: QuarantineFilterOptions

    @Option(help: "Only those in this state.")
    var state = State.held

    @Option(help: ArgumentHelp("The maximum number to list.", valueName: "n"))
    var limit = 100

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be at least 1.") }
    }

    func run() async throws {
        let filter = filter.filter(state: state.wanted)
        try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await database.session(as: .ingest)
            let quarantine = Quarantine(session: session)
            if output.json {
                try await printJSON(filter, of: quarantine)
            } else {
                try await printTable(filter, of: quarantine)
            }
            await session.close()
        }
    }

    /// Prints one JSON array with an element per line.
    private func printJSON(_ filter: QuarantineFilter, of quarantine: Quarantine) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var isFirst = true
        try await quarantine.list(filter, limit: limit) { page in
            let rows = try page.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
            // Write the comma only before an element, because the last page is not known in advance.
            try Console.result((isFirst ? "[" : ",") + rows.joined(separator: ",\n"))
            isFirst = false
        }
        try Console.result(isFirst ? "[]" : "]")
    }

    private func printTable(_ filter: QuarantineFilter, of quarantine: Quarantine) async throws {
        var table: QuarantineTable?
        var shown = 0
        try await quarantine.list(filter, limit: limit) { page in
            if table == nil {
                table = QuarantineTable(fitting: page, width: Terminal.width, showsState: state != .held)
                try Console.result(table?.header ?? "")
            }
            try Console.result(page.compactMap { table?.line($0) }.joined(separator: "\n"))
            shown += page.count
        }
        let total = try await quarantine.count(filter)
        let newest = shown < total ? "; the newest \(shown.grouped) are shown" : ""
        try Console.result("\(total.grouped) \(total == 1 ? "delivery matches" : "deliveries match")\(newest)")
    }
}
