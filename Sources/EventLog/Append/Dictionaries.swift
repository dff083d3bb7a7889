import Events
import Postgres

/// The log's numbers of what the events of one batch name, by their numbers in the batch.
struct BatchNumbers {
    /// Of the batch's apps.
    let apps: [Int32]
    /// Of the batch's words.
    let words: [Int32]
    /// Of the batch's systems.
    let systems: [Int32]

    /// In the place of the number of what only refused events name.
    static let unused: Int32 = -1

    /// The number of an app in the log; nil of none.
    func app(_ app: WordNumber) -> Int32? { app.index.map { apps[$0] } }

    /// The number of a word in the log; nil of none.
    func word(_ word: WordNumber) -> Int32? { word.index.map { words[$0] } }

    /// The number of a system in the log; nil of none.
    func system(_ system: WordNumber) -> Int32? { system.index.map { systems[$0] } }
}

/// The log's numbers of the words that a writer met: apps, operating systems, and all other words.
///
/// The database's dictionaries only grow, so what was read once stays right. The memory is bounded: when it is full it
/// forgets everything and reads again.
struct Dictionaries {
    /// How many words are remembered at most, beside those of one batch.
    private static let limit = 100_000

    private var apps: [Word: Int32] = [:]
    private var systems: [OperatingSystem: Int32] = [:]
    private var words: [Word: Int32] = [:]

    /// The numbers of what the events name. What the database does not know is added to it, in a short transaction of
    /// its own, but for what only events of erased installations name: that gets no number.
    mutating func numbers(
        for events: EventBatch, _ rules: inout IntakeRules, on connection: borrowing Connection
    ) throws -> BatchNumbers {
        if apps.count + systems.count + words.count > Self.limit { self = Dictionaries() }
        var names = BatchNames(of: events)
        if !unknown(of: names).isEmpty {
            try add(&names, of: events, &rules, connection)
            // Only now: a number of what was rolled back would mean nothing.
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

    /// What of the names is not remembered.
    private func unknown(of names: BatchNames) -> UnknownNames {
        UnknownNames(
            apps: Set(names.apps.compactMap(\.self).filter { apps[$0] == nil }),
            words: Set(names.words.compactMap(\.self).filter { words[$0] == nil }),
            systems: Set(names.systems.compactMap(\.self).filter { systems[$0] == nil }))
    }

    /// Adds what is not known. Under GATE it is certain whose events are refused: their names are left out.
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

    /// Remembers what was added, by whomever.
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

    // Sorted, and apps before words before systems, so that two writers who add the same don't deadlock; what is known
    // takes no number.
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

/// What the events of one batch name, by the numbers in the batch; nil where only refused events name it.
private struct BatchNames {
    private(set) var apps: [Word?]
    private(set) var words: [Word?]
    private(set) var systems: [OperatingSystem?]

    init(of events: EventBatch) {
        apps = (0..<events.apps.count).map { Word(events.apps.text($0)) }
        words = (0..<events.words.count).map { Word(events.words.text($0)) }
        systems = events.systems
    }

    /// Leaves out what no event names but those at the places of `refused`.
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
    /// Its words, none among them.
    fileprivate var words: [WordNumber] {
        [appVersion, deviceModel, locale, placement, variant, campaign, action]
    }
}

/// Names of a batch that are not remembered.
private struct UnknownNames {
    let apps: Set<Word>
    let words: Set<Word>
    let systems: Set<OperatingSystem>

    var isEmpty: Bool { apps.isEmpty && words.isEmpty && systems.isEmpty }

    /// The systems as `$1` to `$4` of the statements about them.
    var systemParameters: [Parameter] {
        [
            .array(systems.map(\.name.rawValue)), .array(systems.map(\.major)), .array(systems.map(\.minor)),
            .array(systems.map(\.patch)),
        ]
    }
}

/// A text that equals another by its bytes, as in PostgreSQL; Swift's own comparison takes é and e + ´ for one.
struct Word: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Word, right: Word) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// A defect: what was added to a dictionary was not found there.
enum DictionaryError: Error, CustomStringConvertible {
    case unread

    var description: String { "A word that was added to the log's dictionary is not there." }
}
