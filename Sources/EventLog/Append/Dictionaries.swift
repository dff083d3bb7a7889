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

    /// Placeholder for a name that only refused events use; it has no number in the log.
    static let unused: Int32 = -1

    /// Returns the app's number in the log; nil for "none".
    func app(_ app: WordNumber) -> Int32? { app.index.map { apps[$0] } }

    /// Returns the word's number in the log; nil for "none".
    func word(_ word: WordNumber) -> Int32? { word.index.map { words[$0] } }

    /// Returns the operating system's number in the log; nil for "none".
    func system(_ system: WordNumber) -> Int32? { system.index.map { systems[$0] } }
}

/// A writer's cache of the log's dictionaries: the numbers of apps, operating systems and all other words.
///
/// Rows of the dictionaries never change, so a cached number stays right. Memory is bounded: a full cache is emptied
/// and filled again.
struct Dictionaries {
    /// How many words are cached before the cache is emptied; the words of one batch may exceed it.
    private static let limit = 100_000

    private var apps: [Word: Int32] = [:]
    private var systems: [OperatingSystem: Int32] = [:]
    private var words: [Word: Int32] = [:]

    /// Returns the numbers of everything the events name. Names that the database does not have are added to it in a
    /// separate short transaction. Names used only by events of erased installations are not added and get no number.
    mutating func numbers(
        for events: EventBatch, _ rules: inout IntakeRules, on connection: borrowing Connection
    ) throws -> BatchNumbers {
        if apps.count + systems.count + words.count > Self.limit { self = Dictionaries() }
        var names = BatchNames(of: events)
        if !unknown(of: names).isEmpty {
            try add(&names, of: events, &rules, connection)
            // Numbers are read only after that transaction has committed: had it been rolled back, its numbers would be
            // invalid.
            try read(unknown(of: names), connection)
        }
        return BatchNumbers(
            apps: try Self.numbers(of: names.apps, in: apps), words: try Self.numbers(of: names.words, in: words),
            systems: try Self.numbers(of: names.systems, in: systems))
    }

    private static func numbers<Name: Hashable>(of names: [Name?], in known: [Name: Int32]) throws -> [Int32] {
        try names.map { name in
            guard let name else { return BatchNumbers.unused }
            guard let number = known[name] else { throw DictionaryError.unread }
            return number
        }
    }

    /// Returns the names that are not cached.
    private func unknown(of names: BatchNames) -> UnknownNames {
        UnknownNames(
            apps: Set(names.apps.compactMap(\.self).filter { apps[$0] == nil }),
            words: Set(names.words.compactMap(\.self).filter { words[$0] == nil }),
            systems: Set(names.systems.compactMap(\.self).filter { systems[$0] == nil }))
    }

    /// Adds the unknown names to the database, but not those used only by refused events. The transaction holds the
    /// lock GATE (see `Fence`), so the set of erased installations can't change meanwhile.
    private func add(
        _ names: inout BatchNames, of events: EventBatch, _ rules: inout IntakeRules, _ connection: borrowing Connection
    ) throws {
        try rules.transaction(connection) { rules, _, connection in
            names.leaveOut(rules.erased.places(in: events), of: events)
            let new = unknown(of: names)
            if !new.apps.isEmpty { try connection.execute(Self.addApps, [.array(new.apps.map(\.text))]) }
            if !new.words.isEmpty { try connection.execute(Self.addWords, [.array(new.words.map(\.text))]) }
            if !new.systems.isEmpty { try connection.execute(Self.addSystems, new.systemParameters) }
        }
    }

    /// Reads the numbers of the new names into the cache, no matter which session added them.
    private mutating func read(_ new: UnknownNames, _ connection: borrowing Connection) throws {
        try read(new.apps, Self.readApps, connection) { $0.apps[$1] = $2 }
        try read(new.words, Self.readWords, connection) { $0.words[$1] = $2 }
        try readSystems(new, connection)
    }

    private mutating func read(
        _ new: Set<Word>, _ read: Statement, _ connection: borrowing Connection,
        remember: (inout Dictionaries, Word, Int32) -> Void
    ) throws {
        guard !new.isEmpty else { return }
        let known = try connection.execute(read, [.array(new.map(\.text))])
        for row in 0..<known.rowCount {
            remember(&self, Word(known.text(row, 0) ?? ""), Int32(try known.int(row, 1) ?? 0))
        }
    }

    private mutating func readSystems(_ new: UnknownNames, _ connection: borrowing Connection) throws {
        guard !new.systems.isEmpty else { return }
        let known = try connection.execute(Self.readSystems, new.systemParameters)
        for row in 0..<known.rowCount {
            guard let name = known.text(row, 0).flatMap(OSName.init(rawValue:)) else { continue }
            let system = OperatingSystem(
                name: name, major: Int16(try known.int(row, 1) ?? 0), minor: Int16(try known.int(row, 2) ?? 0),
                patch: Int16(try known.int(row, 3) ?? 0))
            systems[system] = Int32(try known.int(row, 4) ?? 0)
        }
    }

    // Rows are sorted, and apps come before words and words before systems, so that two writers adding the same names
    // don't deadlock. NOT EXISTS keeps known names from using up numbers of the sequence.
    private static let addApps = Statement(
        "add apps",
        """
        INSERT INTO log.app (app_id)
        SELECT wanted.app_id FROM unnest($1::text[]) AS wanted (app_id)
        WHERE NOT EXISTS (SELECT FROM log.app WHERE app.app_id = wanted.app_id)
        ORDER BY wanted.app_id COLLATE "C"
        ON CONFLICT DO NOTHING
        """)
    private static let readApps = Statement(
        "read apps", "SELECT app.app_id, app.app FROM log.app WHERE app.app_id = ANY ($1::text[])")
    private static let addWords = Statement(
        "add words",
        """
        INSERT INTO log.word (text)
        SELECT wanted.text FROM unnest($1::text[]) AS wanted (text)
        WHERE NOT EXISTS (SELECT FROM log.word WHERE word.text = wanted.text)
        ORDER BY wanted.text COLLATE "C"
        ON CONFLICT DO NOTHING
        """)
    private static let readWords = Statement(
        "read words", "SELECT word.text, word.word FROM log.word WHERE word.text = ANY ($1::text[])")
    private static let addSystems = Statement(
        "add systems",
        """
        INSERT INTO log.os (os_name, major, minor, patch)
        SELECT wanted.os_name, wanted.major, wanted.minor, wanted.patch
        FROM unnest($1::text[], $2::smallint[], $3::smallint[], $4::smallint[]) AS wanted (os_name, major, minor, patch)
        WHERE NOT EXISTS (
            SELECT FROM log.os
            WHERE (os.os_name, os.major, os.minor, os.patch)
                = (wanted.os_name, wanted.major, wanted.minor, wanted.patch)
        )
        ORDER BY wanted.os_name COLLATE "C", wanted.major, wanted.minor, wanted.patch
        ON CONFLICT DO NOTHING
        """)
    private static let readSystems = Statement(
        "read systems",
        """
        SELECT os.os_name, os.major, os.minor, os.patch, os.os
        FROM unnest($1::text[], $2::smallint[], $3::smallint[], $4::smallint[]) AS wanted (os_name, major, minor, patch)
        INNER JOIN log.os ON (os.os_name, os.major, os.minor, os.patch)
            = (wanted.os_name, wanted.major, wanted.minor, wanted.patch)
        """)
}

/// The names that the events of one batch use, by their numbers in the batch; nil for a name that only refused events
/// use.
private struct BatchNames {
    private(set) var apps: [Word?]
    private(set) var words: [Word?]
    private(set) var systems: [OperatingSystem?]

    init(of events: EventBatch) {
        apps = (0..<events.apps.count).map { Word(events.apps.text($0)) }
        words = (0..<events.words.count).map { Word(events.words.text($0)) }
        systems = events.systems
    }

    /// Sets to nil the names that only the events at `refused` use.
    mutating func leaveOut(_ refused: [Int], of events: EventBatch) {
        guard !refused.isEmpty else { return }
        let refused = Set(refused)
        let kept = events.records.indices.filter { !refused.contains($0) }.map { events.records[$0] }
        Self.keep(Set(kept.compactMap(\.app.index)), of: &apps)
        Self.keep(Set(kept.flatMap(\.words).compactMap(\.index)), of: &words)
        Self.keep(Set(kept.compactMap(\.system.index)), of: &systems)
    }

    private static func keep<Name>(_ numbers: Set<Int>, of names: inout [Name?]) {
        for number in names.indices where !numbers.contains(number) { names[number] = nil }
    }
}

extension EventRecord {
    /// All words of the event; "none" is included.
    fileprivate var words: [WordNumber] {
        [appVersion, deviceModel, locale, placement, variant, campaign, action]
    }
}

/// Names of a batch that are not cached.
private struct UnknownNames {
    let apps: Set<Word>
    let words: Set<Word>
    let systems: Set<OperatingSystem>

    var isEmpty: Bool { apps.isEmpty && words.isEmpty && systems.isEmpty }

    /// The systems as parameters `$1` to `$4` of `addSystems` and `readSystems`.
    var systemParameters: [Parameter] {
        [
            .array(systems.map(\.name.rawValue)), .array(systems.map(\.major)), .array(systems.map(\.minor)),
            .array(systems.map(\.patch)),
        ]
    }
}

/// A text that is compared by its bytes, as in PostgreSQL. Swift's `String` treats é and e + U+0301 as equal.
struct Word: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Word, right: Word) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// A defect of the program: a name that was added to a dictionary was not found there.
enum DictionaryError: Error, CustomStringConvertible {
    case unread

    var description: String { "A word that was added to the log's dictionary is not there." }
}
