import Simulation

extension History {
    /// The rows of `restatements.csv` of a report at the end, in an order of their own: what the reference fold gives at the
    /// horizon of the published report, once of what was known then and once of what is known now.
    func restatements(asOf: Microseconds?) -> [String] {
        guard let place = acts.firstIndex(where: { $0.publication != nil }), let question = acts[place].publication
        else { return [] }
        let published = Reference(beginning(place))
        let known = Reference(self)
        // A horizon of a time to come knows no more than what was received.
        guard let received = published.latestReceipt, let now = asOf ?? known.latestReceipt,
            min(question.asOf ?? received, received) <= now, published.settings == known.settings
        else { return [] }
        let horizon = question.asOf ?? received
        var asked = question
        asked.asOf = horizon
        let events = known.events.filter { $0.receivedAt <= now }
        let late = events.filter { $0.receivedAt > horizon && $0.effectiveAt <= horizon }
        let before = published.files(asked).counts
        let after = known.files(asked, of: events.map { $0.known(at: horizon) }).counts
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

extension Truth.Event {
    /// As if it had been received by the horizon, where it happened by then.
    fileprivate func known(at horizon: Microseconds) -> Truth.Event {
        var event = self
        if effectiveAt <= horizon { event.receivedAt = min(receivedAt, horizon) }
        return event
    }
}

extension [Truth.File] {
    /// The counts of the tables that are compared, by everything that stands before them in a row of `restatements.csv`.
    fileprivate var counts: [String: String] {
        reduce(into: [:]) { counts, file in
            let table = String(file.name.dropLast(".csv".count))
            guard ["opt_in_daily", "reach_daily", "opens_daily", "activity_daily"].contains(table) else { return }
            let lines = file.csv.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            for row in lines.dropFirst() {
                let cells = Dictionary(uniqueKeysWithValues: zip(lines[0], row))
                let keys = [row[0], table, row[1], cells["os_name"] ?? "", cells["os_version"] ?? ""]
                for (measure, value) in cells where Self.isCount(measure) {
                    counts[(keys + [measure]).joined(separator: ",")] = value
                }
            }
        }
    }

    private static func isCount(_ column: String) -> Bool {
        !["app_id", "day", "os_name", "os_version"].contains(column) && !column.contains("_rate")
    }
}
