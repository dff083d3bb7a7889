import Events
import Foundation
import Ingest

/// The result of `ingest --dry-run`: what would be accepted, by app and type and by app and day, and what rejected, by
/// reason.
struct IngestTrial: Encodable {
    struct Types: Encodable {
        let app: String
        let type: String
        let events: Int
        let firstDay: String
        let lastDay: String

        enum CodingKeys: String, CodingKey {
            case type, events
            case app = "app_id"
            case firstDay = "first_day"
            case lastDay = "last_day"
        }
    }

    struct Day: Encodable {
        let app: String
        let day: String
        let events: Int

        enum CodingKeys: String, CodingKey {
            case day, events
            case app = "app_id"
        }
    }

    struct Reason: Encodable {
        let reason: String
        let events: Int
        /// The first one.
        let path: String
        let line: Int
        let detail: String
    }

    let events: Int
    let accepted: Int
    let rejected: Int
    let types: [Types]
    let days: [Day]
    let reasons: [Reason]

    init(_ trial: Trial) {
        let cells = trial.accepted.map { (app: $0.key.appID, type: $0.key.type, day: $0.key.day, events: $0.value) }
        accepted = cells.reduce(0) { $0 + $1.events }
        rejected = trial.rejected.values.reduce(0) { $0 + $1.count }
        events = accepted + rejected
        types = Dictionary(grouping: cells) { [$0.app, $0.type.name] }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { key, cells in
                let days = cells.map(\.day)
                return Types(
                    app: key[0], type: key[1], events: cells.reduce(0) { $0 + $1.events },
                    firstDay: Self.text(days.min() ?? 0), lastDay: Self.text(days.max() ?? 0))
            }
        days = Dictionary(grouping: cells) { [$0.app, Self.text($0.day)] }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { key, cells in Day(app: key[0], day: key[1], events: cells.reduce(0) { $0 + $1.events }) }
        reasons = RejectReason.allCases.compactMap { reason in
            trial.rejected[reason].map {
                Reason(reason: reason.rawValue, events: $0.count, path: $0.path, line: $0.line, detail: $0.detail)
            }
        }
    }

    /// The result as lines of text.
    var text: String {
        let whole = "\(events.grouped) events: \(accepted.grouped) would be accepted, \(rejected.grouped) rejected"
        let byType = types.map { "\($0.app)  \($0.type)  \($0.events.grouped)  \($0.firstDay) to \($0.lastDay)" }
        let byDay = days.map { "\($0.app)  \($0.day)  \($0.events.grouped)" }
        let byReason = reasons.map {
            "\($0.reason)  \($0.events.grouped)  \($0.path.visible), line \($0.line): \($0.detail)"
        }
        return [[whole], byReason, byType, byDay].filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n")
    }

    /// Returns the day that many days after 1970-01-01 as `yyyy-mm-dd`.
    private static func text(_ day: Int) -> String {
        Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601.year().month().day())
    }

    /// Throws if a larger share would be rejected than `maxRejected` percent.
    func check(maxRejected: Double?) throws {
        guard let maxRejected, events > 0, Double(rejected * 100) / Double(events) > maxRejected else { return }
        throw Failure.data(
            "\(rejected.grouped) of \(events.grouped) events would be rejected, more than the \(maxRejected)% allowed.")
    }
}
