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
        abstract: "Bring events into the log.",
        discussion: """
            Each line of a source is one event as JSON, or the source is a JSON array of events, which is recognised \
            unless it is named *.ndjson or *.jsonl; either may hold CloudEvents, and be compressed by gzip or zstd. \
            What can't be accepted goes to the quarantine with its reason; a file that was ingested whole before is \
            skipped; an interrupted ingest goes on when it is run again, and so does that of a file that has grown.

            Example:  bellwether ingest events/ --max-rejected 5
                      zstd -dc --long=31 events.zst | bellwether ingest -
            """)

    @Argument(
        help: ArgumentHelp(
            "Files, folders (their *.ndjson, *.jsonl, *.json, also .gz or .zst), or - for standard input."))
    var paths: [String]

    @Option(help: ArgumentHelp("Exit with 65 if more than this share of the events is rejected.", valueName: "percent"))
    var maxRejected: Double?

    @Option(
        help: ArgumentHelp(
            "How events are written: ndjson, json or cloudevents; else the name or the first bytes tell.",
            valueName: "format"),
        transform: Format.named)
    var format: Format?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let maxRejected, !(0...100).contains(maxRejected) {
            throw ValidationError("--max-rejected is a percentage from 0 to 100.")
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

    /// Ingests sources one after the other, telling of each when it is done.
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
    /// The format of that name.
    fileprivate static func named(_ name: String) throws -> Format {
        guard let format = Format(rawValue: name) else {
            throw ValidationError("--format is one of \(allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return format
    }
}

extension Timestamp {
    /// This moment, to the microsecond.
    static func now() -> Timestamp {
        Timestamp(microseconds: Int64((Date().timeIntervalSince1970 * 1_000_000).rounded(.down)))
    }
}

extension Outcome {
    /// Throws where more was rejected than is allowed, or nothing could be read: then the input was no data at all.
    /// `name`: of the input.
    func check(_ name: String, maxRejected: Double?) throws {
        if deliveries > 0, unreadable == deliveries {
            throw Failure.data("Not one line of \(name) is a JSON object: name a file of events, one a line.")
        }
        guard let maxRejected, deliveries > 0 else { return }
        // One division of whole numbers is rounded as the limit was: a share at the limit is the same number.
        let share = Double(rejected * 100) / Double(deliveries)
        guard share > maxRejected else { return }
        throw Failure.data(
            """
            \(rejected.grouped) of \(deliveries.grouped) events were rejected, more than the \(maxRejected) % allowed: \
            the accepted ones are stored; see the quarantine for the reasons.
            """)
    }
}
