import Events
import Postgres

/// Maps the numbers of apps, words and systems within one batch to their numbers in the log's dictionaries.
struct BatchNumbers {
    /// Numbers in `log.app` by the app's number in the batch.
    let apps: [Int32]
    /// Numbers in `log.word` by the word's number in the batch.
    let words: [Int32]
    /// Numbers in `log.os` by the operating system's number in the batch.
    let systems: [Int32]
    /// `IntakeRules.wordsDropped` when they were read. The numbers are valid as long as it does not change.
    let wordsDropped: Int

    /// Placeholder for a name that only refused events use; it has no number in the log.
    static let unused: Int32 = -1

    /// Returns the app's number in the log; nil for "none".
    func app(_ app: WordNumber) -> Int32? { app.index.map { apps[$0] } }

    /// Returns the word's number in the log; nil for "none".
    func word(_ word: WordNumber) -> Int32? { word.index.map { words[$0] } }

    /// Returns the operating system's number in the log; nil for "none".
    func system(_ system: WordNumber) -> Int32? { system.index.map { systems[$0] } }
}

/// A writer's cache of the log's dictionaries. Their rows never change, but an erasure or a retention deletes words that
/// nothing uses; then the cache is emptied. So is a full one, so memory is bounded.
struct Dictionaries {
    /// How many names are cached before the cache is emptied; the names of one batch may exceed it.
    private static let limit = 100_000

    /// The numbers of apps, words and systems, in this order.
    private var known: [[Name: Int32]] = [[:], [:], [:]]
    /// `IntakeRules.wordsDropped` when they were read.
    private var wordsDropped = 0

    /// Returns the numbers of everything the events name. Names that the database does not have are added to it in a
    /// separate short transaction. Names used only by events of erased installations are not added and get no number.
    mutating func numbers(
        for events: EventBatch, _ rules: inout IntakeRules, on connection: borrowing Connection
    ) throws -> BatchNumbers {
        if known.reduce(0, { $0 + $1.count }) > Self.limit || wordsDropped != rules.wordsDropped {
            self = Dictionaries()
            wordsDropped = rules.wordsDropped
        }
        var names = BatchNames(of: events)
        if !unknown(names).allSatisfy(\.isEmpty) {
            // The transaction holds the writer lock, so no installation is erased and no word deleted meanwhile.
            let added = try rules.transaction(connection) { rules, _, connection in
                names.leaveOut(rules.erased.places(in: events), of: events)
                return try Self.add(unknown(names), connection)
            }
            guard wordsDropped == rules.wordsDropped else { return try numbers(for: events, &rules, on: connection) }
            // Only now that the transaction has committed: had it been rolled back, its numbers would be invalid.
            for (kind, name, number) in added { known[kind][name] = number }
        }
        let numbers = try zip(names.lists, known).map { names, known in
            try names.map { name in
                guard let name else { return BatchNumbers.unused }
                guard let number = known[name] else { throw DictionaryError.unread }
                return number
            }
        }
        return BatchNumbers(
            apps: numbers[0], words: numbers[1], systems: numbers[2], wordsDropped: wordsDropped)
    }

    /// Returns the names that are not cached.
    private func unknown(_ names: BatchNames) -> [[String]] {
        zip(names.lists, known).map { names, known in
            names.compactMap(\.self).filter { known[$0] == nil }.map(\.text)
        }
    }

    /// Adds names that the database does not have, and returns the numbers of all, no matter which session added them.
    private static func add(
        _ names: [[String]], _ connection: borrowing Connection
    ) throws -> [(kind: Int, name: Name, number: Int32)] {
        let parameters = names.map(Parameter.array)
        try connection.execute(addNames, parameters)
        let found = try connection.execute(findNames, parameters)
        return try (0..<found.rowCount).compactMap { row in
            guard let kind = try found.int(row, 0), let text = found.text(row, 1), let number = try found.int(row, 2)
            else { return nil }
            return (kind, Name(text), Int32(number))
        }
    }

    private static let addNames = Statement(
        "add names", "SELECT log.add_names($1::text[], $2::text[], $3::text[])")
    private static let findNames = SQLFiles.statement("queries/find_names.sql")
}

/// The apps, words and systems that the events of one batch name, by their numbers in the batch; nil for a name that
/// only refused events use.
private struct BatchNames {
    private(set) var lists: [[Name?]]

    init(of events: EventBatch) {
        lists = [
            (0..<events.apps.count).map { Name(events.apps.text($0)) },
            (0..<events.words.count).map { Name(events.words.text($0)) },
            events.systems.map { Name("\($0.name.rawValue) \($0.major).\($0.minor).\($0.patch)") },
        ]
    }

    /// Sets to nil the names that only the events at `refused` use.
    mutating func leaveOut(_ refused: [Int], of events: EventBatch) {
        guard !refused.isEmpty else { return }
        let refused = Set(refused)
        var used: [Set<Int>] = [[], [], []]
        for (place, record) in events.records.enumerated() where !refused.contains(place) {
            used[0].formUnion([record.app].compactMap(\.index))
            used[1].formUnion(record.words.compactMap(\.index))
            used[2].formUnion([record.system].compactMap(\.index))
        }
        for kind in lists.indices {
            for number in lists[kind].indices where !used[kind].contains(number) { lists[kind][number] = nil }
        }
    }
}

extension EventRecord {
    /// All words of the event; "none" is included.
    fileprivate var words: [WordNumber] {
        [appVersion, deviceModel, locale, placement, variant, experiment, campaign, action]
    }
}

/// A text that is compared by its bytes, as in PostgreSQL. Swift's `String` treats é and e + U+0301 as equal.
private struct Name: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Name, right: Name) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// Words were deleted after the numbers of a batch were read: read them again.
struct NumbersAreStale: Error {}

/// A defect of the program: a name that was added to a dictionary was not found there.
enum DictionaryError: Error, CustomStringConvertible {
    case unread

    var description: String { "A word that was added to the log's dictionary is not there." }
}
