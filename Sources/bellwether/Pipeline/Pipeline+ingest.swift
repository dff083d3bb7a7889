import EventLog
import Events
import Foundation
import Ingest
import Postgres

extension Pipeline {
    /// Ingests sources one after another, and calls `each` with the report on each.
    func ingest(
        _ sources: [Source], _ format: Format? = nil, each: (Ingest.Report) throws -> Void = { _ in }
    ) async throws -> [Ingest.Report] {
        let session = try await database.session(as: .ingest)
        let second = try await database.session(as: .ingest)
        let ingest = Ingest(session: session, second: second, format: format, now: Timestamp.now)
        var reports: [Ingest.Report] = []
        for source in sources {
            let report = try await take(source, by: ingest)
            try each(report)
            reports.append(report)
        }
        await session.close()
        await second.close()
        return reports
    }

    /// Ingests a source, and shows the progress.
    private func take(_ source: Source, by ingest: Ingest) async throws -> Ingest.Report {
        let meter = ProgressMeter("Ingesting \(source.path.visible)", unit: "events", isQuiet: isQuiet)
        defer { meter.end() }
        let size = source.size
        return try await ingest.ingest(source) { progress in
            meter.show(progress.deliveries, share: size.map { Double(progress.offset) / Double(max($0, 1)) })
        }
    }
}

extension Timestamp {
    /// The current time in microseconds, rounded down.
    static func now() -> Timestamp {
        Timestamp(microseconds: Int64((Date().timeIntervalSince1970 * 1_000_000).rounded(.down)))
    }
}

extension [Ingest.Report] {
    /// Throws if not a single event could be read, now or when the files were ingested before: then the input is not
    /// event data at all. `name` is that of the input, for the sentence.
    func checkReadable(_ name: String) throws {
        let judged = compactMap(\.isReadable)
        guard !judged.isEmpty, !judged.contains(true) else { return }
        throw Failure.noEvents(in: name)
    }
}

extension Failure {
    /// Not a single event could be read of the input with this name.
    static func noEvents(in name: String) -> Failure {
        .data(
            """
            No line of \(name) is a JSON object: name a file of events, one per line; docs/how-to/import.md says how to \
            convert other forms.
            """)
    }
}

extension Ingest.Report {
    /// A sentence on lines that held several objects, of which none was stored; nil if there are none.
    var severalObjects: String? {
        let path = source.path.visible
        return lineOfSeveralObjects.map { line in
            """
            \(path): several objects on line \(line): write one per line, or let the program divide them: \
            `bellwether ingest --format json - < \(path)`.
            """
        }
    }
}

extension Outcome {
    /// Throws if a larger share of the events was rejected than `maxRejected` percent. `name` is that of the input, for
    /// the sentence.
    func check(_ name: String, maxRejected: Double?) throws {
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
