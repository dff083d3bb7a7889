import EventLog
public import Events

/// What an ingest of sources would accept and reject, found without a database: what is stored, erased or dropped by
/// retention is not known, so duplicates count as accepted.
public struct Trial: Sendable {
    /// An app, a type, and the UTC day of the effective time, in days since 1970-01-01.
    public struct Cell: Sendable, Hashable {
        public let appID: String
        public let type: EventType
        public let day: Int
    }

    /// Records that are rejected for one reason.
    public struct Rejected: Sendable {
        public fileprivate(set) var count = 0
        /// The first of them: its source, its line from 1 or its index in an array from 0, and what is wrong with it.
        public let path: String
        public let line: Int
        public let detail: String
    }

    /// Events that would be accepted.
    public private(set) var accepted: [Cell: Int] = [:]
    public private(set) var rejected: [RejectReason: Rejected] = [:]
    /// Why the first source that could not be read to its end could not; nil if all could. What stands before is counted.
    public private(set) var damage: SourceError?
    private var unreadable = 0

    private let format: Format?
    private let now: Timestamp
    private static let batchSize = 10_000

    /// Creates an empty trial of sources in `format`; nil to detect it. `now`: the time of ingest.
    public init(format: Format?, now: Timestamp) {
        self.format = format
        self.now = now
    }

    /// Whether any line or element is a JSON object; nil if there are none.
    public var isReadable: Bool? {
        let count = accepted.values.reduce(0, +) + rejected.values.reduce(0) { $0 + $1.count }
        return count == 0 ? nil : unreadable < count
    }

    /// Reads a source to its end, or as far as it is not damaged, and adds its events.
    public mutating func add(_ source: Source) throws {
        if source == .standardInput { return try add(descriptor: 0, of: source) }
        let file = try OpenFile(source)
        try add(descriptor: file.descriptor, of: source)
    }

    private mutating func add(descriptor: Int32, of source: Source) throws {
        var reader = RecordReader(descriptor: descriptor, path: source.path, splitter: format?.splitter)
        if let form = try reader.foreignForm() { return note(.foreign(source.path, form)) }
        let validator = FormatValidator(EventValidator(ingestedAt: now), format: format)
        var (events, bytes) = (EventBatch(), [UInt8]())
        try reader.begin()
        while let record = try reader.next(into: &bytes, keeping: RejectedLine.keptBytes) {
            if let reject = validator.validate(record, bytes, into: &events) { add(reject, record, of: source) }
            if events.count == Self.batchSize { take(&events) }
        }
        take(&events)
        if let damage = reader.damage { note(.damaged(source.path, damage, after: reader.count, fate: "counted")) }
    }

    private mutating func note(_ error: SourceError) { damage = damage ?? error }

    private mutating func add(_ reject: Reject, _ record: RecordReader.Record, of source: Source) {
        let first = Rejected(path: source.path, line: record.number, detail: reject.detail)
        rejected[reject.reason, default: first].count += 1
        if RejectedLine.isUnreadable(reject.reason, byteCount: record.length) { unreadable += 1 }
    }

    /// Counts the events of a batch and empties it.
    private mutating func take(_ events: inout EventBatch) {
        for record in events.records {
            let appID = record.app.index.map { events.apps.text($0) } ?? ""
            let day = Int((Double(record.effectiveAt.microseconds) / 86_400_000_000).rounded(.down))
            accepted[Cell(appID: appID, type: record.type, day: day), default: 0] += 1
        }
        events.removeAll()
    }
}
