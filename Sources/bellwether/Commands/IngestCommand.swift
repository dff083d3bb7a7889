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
            in .ndjson or .jsonl. Events can also be CloudEvents, and sources can be compressed with gzip or zstd. \
            Rejected events go to the quarantine with their reason. Files that were ingested completely are skipped; \
            interrupted files and files that have grown are resumed.

            Example:  bellwether ingest events/ --max-rejected 5
                      zstd -dc --long=31 events.zst | bellwether ingest -
            """)

    @Argument(
        help: ArgumentHelp(
            "Files, folders (their *.ndjson, *.jsonl, *.json, also .gz or .zst), or - for standard input."))
    var paths: [String]

    @Option(help: ArgumentHelp("Exit with 65 if more than this share of events is rejected.", valueName: "percent"))
    var maxRejected: Double?

    @Option(
        help: ArgumentHelp(
            "The format: ndjson, json or cloudevents. By default it is detected from the name and the first bytes.",
            valueName: "format"),
        transform: Format.named)
    var format: Format?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let maxRejected, !(0...100).contains(maxRejected) {
            throw ValidationError("--max-rejected must be a percentage from 0 to 100.")
        }
    }

    func run() async throws {
        let sources = try paths.flatMap { path in try Source.named(path) }
        let started = Date()
        let reports = try await database.withDatabase(quiet: output.quiet) { database in
            try await Self.ingest(sources, format, into: database, quiet: output.quiet) { report in
                if !output.json && sources.count > 1 { try Console.result(report.line) }
            }
        }
        let summary = IngestSummary(reports, seconds: Date().timeIntervalSince(started))
        if output.json { try Console.result(json: summary) } else { try Console.result(summary.line(of: reports)) }
        summary.outcome.tellOfRejects(quiet: output.quiet)
        if let damage = reports.lazy.compactMap(\.damage).first { throw damage }
        let name = sources.count == 1 ? sources[0].path : "the \(sources.count) inputs"
        try summary.outcome.check(name, maxRejected: maxRejected)
    }

    /// Ingests sources one after another, and calls `each` with the report on each.
    static func ingest(
        _ sources: [Source], _ format: Format? = nil, into database: Database, quiet: Bool,
        each: (Ingest.Report) throws -> Void = { _ in }
    ) async throws -> [Ingest.Report] {
        let session = try await database.session(as: .ingest)
        let second = try await database.session(as: .ingest)
        let ingest = Ingest(session: session, second: second, format: format, now: Timestamp.now)
        var reports: [Ingest.Report] = []
        for source in sources {
            let meter = ProgressMeter("Ingesting \(source.path)", unit: "events", isQuiet: quiet)
            let size = source.size
            let report = try await ingest.ingest(source) { progress in
                meter.show(progress.deliveries, share: size.map { Double(progress.offset) / Double(max($0, 1)) })
            }
            meter.end()
            try each(report)
            reports.append(report)
        }
        await session.close()
        await second.close()
        return reports
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

extension Timestamp {
    /// The current time in microseconds, rounded down.
    static func now() -> Timestamp {
        Timestamp(microseconds: Int64((Date().timeIntervalSince1970 * 1_000_000).rounded(.down)))
    }
}

extension Outcome {
    /// Throws if a larger share of the events was rejected than `maxRejected` percent, or if not a single one could be
    /// read: then the input is not event data at all. `name` is that of the input, for the sentence.
    func check(_ name: String, maxRejected: Double?) throws {
        if deliveries > 0, unreadable == deliveries {
            throw Failure.data("No line of \(name) is a JSON object: name a file of events, one per line.")
        }
        guard let maxRejected, deliveries > 0 else { return }
        // A single division of whole numbers, so that a share exactly at the limit gives the same number as the limit.
        let share = Double(rejected * 100) / Double(deliveries)
        guard share > maxRejected else { return }
        throw Failure.data(
            """
            \(rejected.grouped) of \(deliveries.grouped) events were rejected, more than the \(maxRejected)% allowed: \
            the accepted ones are stored; `bellwether quarantine list` shows the others and why.
            """)
    }
}
