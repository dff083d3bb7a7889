import EventLog
import Events
import Ingest

/// The result of an ingest, in the form that `ingest --json` prints.
struct IngestSummary: Encodable {
    struct File: Encodable {
        let path: String
        let status: String
        let events: Int
        let accepted: Int
        let duplicates: Int
        let rejected: Int
        let rejectedByReason: [String: Int]

        enum CodingKeys: String, CodingKey {
            case path, status, events, accepted, duplicates, rejected
            case rejectedByReason = "rejected_by_reason"
        }
    }

    let files: [File]
    let events: Int
    let accepted: Int
    let duplicates: Int
    let rejected: Int
    let rejectedByReason: [String: Int]
    let batches: Int
    let redoneBatches: Int
    let seconds: Double
    let outcome: Outcome

    enum CodingKeys: String, CodingKey {
        case files, events, accepted, duplicates, rejected, batches, seconds
        case rejectedByReason = "rejected_by_reason"
        case redoneBatches = "redone_batches"
    }

    init(_ reports: [Ingest.Report], seconds: Double) {
        var total = Outcome()
        for report in reports { total.add(report.outcome) }
        outcome = total
        files = reports.map(File.init)
        events = total.deliveries
        accepted = total.accepted
        duplicates = total.duplicates
        rejected = total.rejected
        rejectedByReason = total.rejectedByReasonName
        batches = total.batches
        redoneBatches = total.redoneBatches
        self.seconds = seconds
    }

    /// The result as a line of text: for one source its own line, for several the total.
    func line(of reports: [Ingest.Report]) -> String {
        let rate = seconds > 0 ? Int(Double(events) / seconds) : 0
        let what = reports.count == 1 ? reports[0].line : "Total: \(outcome.line)"
        let redone = redoneBatches > 0 ? ", \(redoneBatches.grouped) retried" : ""
        let inBatches = batches > 0 ? ", \(batches.grouped) \(batches == 1 ? "batch" : "batches")\(redone)" : ""
        return "\(what)\(inBatches), in \(seconds.short) s (\(rate.grouped)/s)"
    }
}

extension IngestSummary.File {
    init(_ report: Ingest.Report) {
        self.init(
            path: report.source.path, status: report.isSkipped ? "skipped" : "ingested",
            events: report.outcome.deliveries, accepted: report.outcome.accepted,
            duplicates: report.outcome.duplicates, rejected: report.outcome.rejected,
            rejectedByReason: report.outcome.rejectedByReasonName)
    }
}

extension Ingest.Report {
    /// The report as a line of text.
    var line: String { "\(source.path.visible): \(outline)" }

    /// The line without the path.
    var outline: String {
        if isSkipped { return "skipped, ingested before" }
        let resumed = resumedAfterLine > 0 ? " (resumed after line \(resumedAfterLine.grouped))" : ""
        return outcome.line + resumed
    }
}

extension Outcome {
    var rejectedByReasonName: [String: Int] {
        Dictionary(uniqueKeysWithValues: rejectedByReason.map { ($0.key.rawValue, $0.value) })
    }

    /// Prints a note on how many events were rejected and where to see them. With `--quiet`, only if more than 5% of all
    /// were rejected.
    func tellOfRejects(quiet: Bool) {
        guard rejected > 0, !quiet || rejected * 20 > deliveries else { return }
        let percent = (Double(rejected * 100) / Double(deliveries)).short
        Console.note(
            """
            \(rejected.grouped) of \(deliveries.grouped) events (\(percent)%) \(rejected == 1 ? "was" : "were") rejected: \
            `bellwether quarantine list` shows them and why.
            """)
    }

    /// The counts as a line of text, with the reasons of the rejected.
    var line: String {
        let reasons = rejectedByReason.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.key.rawValue) \($0.value.grouped)" }
        let detail = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
        return """
            \(deliveries.grouped) events: \(accepted.grouped) accepted, \(duplicates.grouped) duplicates, \
            \(rejected.grouped) rejected\(detail)
            """
    }
}

extension Double {
    /// The number with one decimal.
    var short: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
