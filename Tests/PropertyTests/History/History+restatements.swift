import Simulation

extension History {
    /// Returns the expected rows of `restatements.csv` in a report at the end, in any order: the settled numbers that
    /// differ between the reference implementation's tables at the time of publication and now.
    func restatements(asOf: Microseconds?) -> [String] {
        guard let place = acts.firstIndex(where: { $0.publication != nil }), let question = acts[place].publication
        else { return [] }
        let published = Reference(beginning(place))
        let known = Reference(self)
        guard let received = published.latestReceipt, let now = asOf ?? known.latestReceipt,
            question.asOf ?? received <= now, published.settings == known.settings
        else { return [] }
        let horizon = question.asOf ?? received
        let settled = SettledDays(at: horizon, known.settings)
        let late = known.events.filter {
            $0.receivedAt > horizon && $0.receivedAt <= now && $0.effectiveAt <= horizon
        }
        let before = published.files(question).counts(settled)
        let days = published.parameters(question).days
        let again = Question(asOf: now, from: days.lowerBound, to: days.upperBound - 1)
        let after = known.files(again).counts(settled)
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.map { number in
            let app = number.prefix { $0 != "," }
            let count = late.filter { $0.app == Truth.Text(String(app)) }.count
            return "\(number),\(before[number] ?? ""),\(after[number] ?? ""),\(count)"
        }.sorted()
    }

    private func beginning(_ place: Int) -> History {
        var history = self
        history.acts = Array(acts[..<place])
        return history
    }
}

extension History.Act {
    fileprivate var publication: History.Question? {
        if case .publish(let question) = self { question } else { nil }
    }
}

/// The days whose numbers are settled at a horizon: only late events can still change them.
private struct SettledDays {
    private let horizon: Microseconds
    private let settings: History.Settings

    init(at horizon: Microseconds, _ settings: History.Settings) { (self.horizon, self.settings) = (horizon, settings) }

    /// Returns whether a day's number is settled: all windows that it depends on were over at the horizon.
    func hold(_ measure: String, of table: String, on day: String) -> Bool {
        let unfinished = settings.zone.truth.day(of: horizon - Microseconds(wait(measure, table)) * .second)
        return day < "\(unfinished.date)"
    }

    /// Returns the seconds from the end of a day until the number is settled.
    private func wait(_ measure: String, _ table: String) -> Int {
        switch (table, measure) {
        case ("opt_in_daily", _): settings.conversion
        case ("opens_daily", "received"), ("opens_daily", "direct_opens"): settings.open
        case ("opens_daily", "influenced_opens"): max(settings.open, settings.influence + 30)
        case ("opens_daily", "sent_24h"), ("opens_daily", "opened_24h"): 86_400
        default: 0
        }
    }
}

extension [Truth.File] {
    /// Returns the settled counts of the tables that are compared. The keys are the first columns of a row of
    /// `restatements.csv`.
    fileprivate func counts(_ settled: SettledDays) -> [String: String] {
        reduce(into: [:]) { counts, file in
            let table = String(file.name.dropLast(".csv".count))
            guard ["opt_in_daily", "reach_daily", "opens_daily", "activity_daily"].contains(table) else { return }
            let lines = file.csv.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            for row in lines.dropFirst() {
                let cells = Dictionary(uniqueKeysWithValues: zip(lines[0], row))
                let keys = [row[0], table, row[1], cells["os_name"] ?? "", cells["os_version"] ?? ""]
                for (measure, value) in cells
                where Self.isCount(measure) && settled.hold(measure, of: table, on: row[1]) {
                    counts[(keys + [measure]).joined(separator: ",")] = value
                }
            }
        }
    }

    private static func isCount(_ column: String) -> Bool {
        !["app_id", "day", "os_name", "os_version"].contains(column) && !column.contains("_rate")
    }
}
