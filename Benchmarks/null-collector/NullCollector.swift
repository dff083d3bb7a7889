import Collector
import EventLog
import Events
import Foundation
import Logging
import Postgres

/// Runs the collector with a store that discards everything, to measure the collector's own work without the database.
///
/// usage: null-collector DATABASE-URL PORT
@main
enum NullCollector {
    private struct Nowhere: BatchStore {
        func append(_ batch: Batch) async throws -> Outcome {
            var outcome = Outcome()
            outcome.accepted = batch.events.count
            outcome.acceptedOfParts = batch.parts.map(\.count)
            return outcome
        }
    }

    static func main() async throws {
        var settings = Collector.Settings()
        settings.access = .anyone
        settings.port = Int(CommandLine.arguments[2]) ?? 8080
        let database = try await Database(migrating: ConnectionTarget(url: CommandLine.arguments[1]))
        let collector = Collector(
            settings, store: Nowhere(), asking: try await database.session(as: .ingest),
            logger: Logger(label: "null-collector") { _ in SwiftLogNoOpLogHandler() },
            now: { Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) })
        try await collector.run { port in print("Listening on http://127.0.0.1:\(port)") }
    }
}
