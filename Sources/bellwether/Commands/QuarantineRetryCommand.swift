import ArgumentParser
import EventLog
import Events
import Ingest
import Postgres

/// `bellwether quarantine retry`
struct QuarantineRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Validate held deliveries again and store those that are valid now.",
        discussion: """
            Each delivery keeps its time of receipt and is validated as of then. Valid ones are stored once and released; \
            the others stay held. No delivery is counted twice.

            Example:  bellwether quarantine retry 17 18
                      bellwether quarantine retry --reason unknown_type --since 2026-03-01T00:00:00Z
                      bellwether quarantine retry --all --json
            """)

    @OptionGroup var selection: QuarantineSelection
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (report, releasedBefore) = try await database.withDatabase(quiet: output.quiet) { database in
            let session = try await database.session(as: .ingest)
            let outcome = try await retry(on: session)
            await session.close()
            return outcome
        }
        if output.json { return try Console.result(json: RetryOutcome(report)) }
        try Console.result(report.line)
        if releasedBefore > 0 { try Console.result("\(releasedBefore.grouped) already released") }
    }

    private func retry(on session: Session) async throws -> (QuarantineRetry.Report, releasedBefore: Int) {
        let (filter, named) = try await selection.resolved(in: Quarantine(session: session))
        let discarded = named.filter { $0.value == .discarded }.keys
        guard discarded.isEmpty else { throw QuarantineError.discarded(Array(discarded)) }
        let meter = ProgressMeter("Retrying", unit: "deliveries", isQuiet: output.quiet)
        defer { meter.end() }
        let retry = QuarantineRetry(session: session) { validator, bytes in validator.validation(ofAnyForm: bytes) }
        let report = try await retry.retry(filter) { done, count in
            meter.show(done, share: Double(done) / Double(max(count, 1)))
        }
        return (report, named.count { $0.value == .released })
    }
}

/// The result in the form that `quarantine retry --json` prints.
private struct RetryOutcome: Encodable {
    let retried: Int
    let released: Int
    let accepted: Int
    let duplicates: Int
    let stillRejected: Int
    let rejectedByReason: [String: Int]

    enum CodingKeys: String, CodingKey {
        case retried, released, accepted, duplicates
        case stillRejected = "still_rejected"
        case rejectedByReason = "rejected_by_reason"
    }

    init(_ report: QuarantineRetry.Report) {
        retried = report.retried
        released = report.released
        accepted = report.accepted
        duplicates = report.duplicates
        stillRejected = report.stillRejected
        rejectedByReason = Dictionary(
            uniqueKeysWithValues: report.rejectedByReason.map { ($0.key.rawValue, $0.value) })
    }
}

extension QuarantineRetry.Report {
    /// The report as text.
    fileprivate var line: String {
        let reasons = rejectedByReason.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.key.rawValue) \($0.value.grouped)" }
        let why = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
        let line = """
            \(retried.grouped) retried: \(released.grouped) released (\(accepted.grouped) stored, \
            \(duplicates.grouped) already in the log), \(stillRejected.grouped) still rejected\(why)
            """
        guard keptInPart > 0 else { return line }
        return line + "\n\(keptInPart.grouped) of them can't be retried: too large, only the first 64 KiB were kept"
    }
}
