import Simulation

extension History {
    /// Returns the expected rows of `restatements.csv` in a report at the end, in any order: the settled numbers that
    /// differ between what the reference implementation's tables were when they were published last, and now. Nil if the
    /// report looks back behind two states that were published, because no more is kept.
    func restatements(_ question: Question) -> [String]? {
        let known = Reference(self)
        guard let latest = known.latestReceipt else { return [] }
        let now = question.asOf ?? latest
        let publications = publications(under: known.settings, minimumCell: question.minimumCell)
        let state = State(horizon: min(now, latest), position: known.position)
        guard Set(publications.map(\.state).filter { $0 >= state }).count < 2 else { return nil }
        var kept = KeptNumbers(settings: known.settings)
        for publication in publications where publication.state < state { kept.keep(publication) }
        let changes = kept.changes(to: known.files(question).counts, on: known.parameters(question).days.dates)
        return changes.map { change in
            let late = known.events.count {
                $0.app == Truth.Text(change.number.app) && $0.receivedAt > change.horizon && $0.receivedAt <= now
                    && $0.effectiveAt <= change.horizon
            }
            return "\(change.number.cells),\(change.before ?? ""),\(change.after ?? ""),\(late)"
        }.sorted()
    }

    private func publications(under settings: Settings, minimumCell: Int) -> [Publication] {
        acts.indices.compactMap { place in
            guard case .publish(let question) = acts[place], question.minimumCell == minimumCell else { return nil }
            var history = self
            history.acts = Array(acts[..<place])
            let published = Reference(history)
            guard let horizon = published.latestReceipt, published.settings == settings else { return nil }
            return Publication(
                state: State(horizon: horizon, position: published.position),
                days: published.parameters(question).days.dates, numbers: published.files(question).counts)
        }
    }

    /// What a report knew: the time up to which it knew what was received, and how many deliveries there were.
    fileprivate struct State: Hashable, Comparable {
        let horizon: Microseconds
        let position: Int

        static func < (one: State, other: State) -> Bool {
            (one.horizon, one.position) < (other.horizon, other.position)
        }
    }

    /// The counts of the daily tables in a published report, and its days.
    fileprivate struct Publication {
        let state: State
        let days: Set<String>
        let numbers: [DailyNumber: String]
    }
}

extension Range<Int> {
    fileprivate var dates: Set<String> { Set(map { "\($0.date)" }) }
}

/// A count of a daily table.
private struct DailyNumber: Hashable {
    let app, table, day, osName, osVersion, measure: String

    /// The first cells of its row in `restatements.csv`.
    var cells: String { [app, table, day, osName, osVersion, measure].joined(separator: ",") }
}

/// The numbers as the latest report that published each of them kept them.
private struct KeptNumbers {
    /// The value, nil for a number whose row was not there, and the horizon of the report; nil if none published it.
    private struct Entry {
        var value: String?
        var horizon: Microseconds?
    }

    let settings: History.Settings
    private var entries: [DailyNumber: Entry] = [:]
    /// The horizon of the latest report of each day: what has no entry was not there.
    private var horizons: [String: Microseconds] = [:]

    init(settings: History.Settings) { self.settings = settings }

    mutating func keep(_ published: History.Publication) {
        // A blank number stays as it was kept before.
        let blank = published.numbers.filter(\.value.isEmpty).keys.map { ($0, entry($0) ?? Entry()) }
        entries = entries.filter { !published.days.contains($0.key.day) }
        for (number, value) in published.numbers where !value.isEmpty {
            entries[number] = Entry(value: value, horizon: published.state.horizon)
        }
        for (number, entry) in blank { entries[number] = entry }
        for day in published.days { horizons[day] = published.state.horizon }
    }

    private func entry(_ number: DailyNumber) -> Entry? {
        entries[number] ?? horizons[number.day].map { Entry(value: nil, horizon: $0) }
    }

    /// A kept number that reads differently.
    struct Change {
        let number: DailyNumber
        let before, after: String?
        let horizon: Microseconds
    }

    func changes(to numbers: [DailyNumber: String], on days: Set<String>) -> [Change] {
        Set(entries.keys).union(numbers.keys).compactMap { number in
            guard days.contains(number.day), let entry = entry(number), let horizon = entry.horizon,
                isSettled(number, at: horizon), numbers[number] != "", numbers[number] != entry.value
            else { return nil }
            return Change(number: number, before: entry.value, after: numbers[number], horizon: horizon)
        }
    }

    /// Returns whether all windows that a number depends on were over at the horizon: only late events can change it.
    private func isSettled(_ number: DailyNumber, at horizon: Microseconds) -> Bool {
        let unfinished = settings.zone.truth.endingDay(of: horizon - Microseconds(wait(number)) * .second)
        return number.day < "\(unfinished.date)"
    }

    /// Returns the seconds from the end of a day until the number is settled.
    private func wait(_ number: DailyNumber) -> Int {
        switch (number.table, number.measure) {
        case ("opt_in_daily", _): settings.conversion
        case ("opens_daily", "received"), ("opens_daily", "direct_opens"): settings.open
        case ("opens_daily", "influenced_opens"): max(settings.open, settings.influence + 30)
        case ("opens_daily", "sent_24h"), ("opens_daily", "opened_24h"): 86_400
        default: 0
        }
    }
}

extension [Truth.File] {
    /// The counts of the tables that are compared; empty if withheld.
    fileprivate var counts: [DailyNumber: String] {
        reduce(into: [:]) { counts, file in
            let table = String(file.name.dropLast(".csv".count))
            guard Self.restatedTables.contains(table) else { return }
            let lines = file.csv.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            for row in lines.dropFirst() {
                let cells = Dictionary(uniqueKeysWithValues: zip(lines[0], row))
                for (measure, value) in cells where Self.isCount(measure) {
                    let number = DailyNumber(
                        app: row[0], table: table, day: row[1], osName: cells["os_name"] ?? "",
                        osVersion: cells["os_version"] ?? "", measure: measure)
                    counts[number] = value
                }
            }
        }
    }

    private static let restatedTables = [
        "opt_in_daily", "reach_daily", "turn_offs_daily", "opens_daily", "activity_daily",
    ]

    private static func isCount(_ column: String) -> Bool {
        !["app_id", "day", "os_name", "os_version"].contains(column) && !column.contains("_rate")
    }
}
