import ArgumentParser
import EventLog
import Events
import Foundation
import Ingest
import Postgres

/// `bellwether ingest PATH…`
struct IngestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Store events in the log.",
        discussion: """
            A source has one JSON event per line, or is a JSON array of events, which is detected unless the name ends \
            in .ndjson or .jsonl and the array does not begin with an event. Events can also be CloudEvents, and sources can be compressed with gzip or zstd. \
            Rejected events go to the quarantine with their reason. Files that were ingested completely are skipped; \
            interrupted files and files that have grown are resumed.

            --dry-run needs no database and stores nothing: it counts what would be accepted, by app and type and by app \
            and day (UTC), and what would be rejected, by reason. Duplicates count as accepted, because it can't know \
            what is stored.

            Example:  bellwether ingest events/ --max-rejected 5
                      bellwether ingest --dry-run events.ndjson
                      zstd -dc --long=31 events.zst | bellwether ingest -
            """)

    @Argument(
        help: ArgumentHelp(
            """
            Files, folders (their *.ndjson, *.jsonl, *.json, also .gz or .zst, in folders below too), or - for standard \
            input.
            """))
    var paths: [String]

    @Option(help: ArgumentHelp("Exit with 65 if more than this share of events is rejected.", valueName: "percent"))
    var maxRejected: Double?

    @Option(
        help: ArgumentHelp(
            "The format: ndjson, json or cloudevents. By default it is detected from the name and the first bytes.",
            valueName: "format"),
        transform: Format.named)
    var format: Format?

    @Flag(help: "Say what would be accepted and rejected, and store nothing.")
    var dryRun = false

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let maxRejected, !(0...100).contains(maxRejected) {
            throw ValidationError("--max-rejected must be a percentage from 0 to 100.")
        }
    }

    func run() async throws {
        let sources = try paths.flatMap { path in try Source.named(path) }
        if !output.quiet { try Console.noteLeftOut(paths.flatMap { path in try Source.leftOut(of: path) }) }
        guard !dryRun else { return try tryOut(sources) }
        let started = Date()
        let reports = try await ingest(sources, since: started)
        let summary = IngestSummary(reports, seconds: Date().timeIntervalSince(started))
        if output.json { try Console.result(json: summary) } else { try Console.result(summary.line(of: reports)) }
        if !output.quiet { for note in reports.compactMap(\.severalObjects) { Console.note(note) } }
        summary.outcome.tellOfRejects(quiet: output.quiet)
        if let damage = reports.lazy.compactMap(\.damage).first { throw damage }
        try reports.checkReadable(Self.name(of: sources))
        try summary.outcome.check(Self.name(of: sources), maxRejected: maxRejected)
    }

    /// Ingests the sources. If one of them fails, the result for those before it is printed all the same.
    private func ingest(_ sources: [Source], since started: Date) async throws -> [Ingest.Report] {
        var done: [Ingest.Report] = []
        do {
            return try await database.withDatabase(quiet: output.quiet) { database in
                try await Pipeline(database, isQuiet: output.quiet).ingest(sources, format) { report in
                    done.append(report)
                    if !output.json && sources.count > 1 { try Console.result(report.line) }
                }
            }
        } catch {
            if output.json, !done.isEmpty {
                try Console.result(json: IngestSummary(done, seconds: Date().timeIntervalSince(started)))
            }
            throw error
        }
    }

    private func tryOut(_ sources: [Source]) throws {
        var trial = Trial(format: format, now: .now())
        for source in sources { try trial.add(source) }
        let result = IngestTrial(trial)
        if output.json { try Console.result(json: result) } else { try Console.result(result.text) }
        if let damage = trial.damage { throw damage }
        guard trial.isReadable != false else { throw Failure.noEvents(in: Self.name(of: sources)) }
        try result.check(maxRejected: maxRejected)
    }

    /// Returns what sentences call the sources.
    private static func name(of sources: [Source]) -> String {
        sources.count == 1 ? sources[0].path : "the \(sources.count) inputs"
    }
}

extension Format {
    /// Returns the format with this name.
    fileprivate static func named(_ name: String) throws -> Format {
        guard let format = Format(rawValue: name) else {
            throw ValidationError("--format must be one of \(allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return format
    }
}
