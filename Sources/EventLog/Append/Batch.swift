public import Events

/// What an ingest found between two places of a source, judged and ready to be stored in one transaction.
public struct Batch: Sendable {
    /// Where the batch came from, in words a person recognises: a path, `-`.
    public var source: String
    /// The claim to the file in the ledger, if the source is one.
    public var file: FileLedger.Claim?
    /// Its lines, from 1; blank ones counted.
    public var lines: Range<Int>
    /// Bytes from the start of the source.
    public var offsets: Range<Int>
    /// SHA-256 of the source's bytes up to the end of `offsets`, if the source is a file.
    public var prefixSHA256: [UInt8]?
    /// Whether the log has all of the file once this batch is stored.
    public var isLast = false
    /// The SHA-256 of the file as it is stored, if it is the last.
    public var fileSHA256: [UInt8]?
    /// The events that were accepted by judgement, in the order of the source.
    public var events = EventBatch()
    /// The places in `events` of what each of several senders delivered, if that is asked for; they follow one another.
    public var parts: [Range<Int>] = []
    /// The deliveries that were rejected, in the order of the source.
    public var rejects: [RejectedLine] = []
    /// Of a retry, the quarantined delivery behind each of `events`; its `lines` are their ids. Nil of what came in, which
    /// alone counts as deliveries.
    public var releases: [Int]?
    /// How many bytes of rejects a key of the collector may put into the quarantine in a day (UTC).
    public var quarantineBytesADay = 100_000_000

    /// A batch without deliveries.
    public init(source: String, file: FileLedger.Claim? = nil, lines: Range<Int>, offsets: Range<Int>) {
        self.source = source
        self.file = file
        self.lines = lines
        self.offsets = offsets
    }
}

/// Who sent a delivery over HTTP.
public struct Sender: Sendable, Hashable {
    /// The number of its key; 0 where there are no keys.
    public var key: Int
    /// The app of its key, the only one that its events may be of; nil where there are no keys.
    public var appID: String?

    /// The holder of a key; without one, anyone.
    public init(key: Int = 0, appID: String? = nil) {
        self.key = key
        self.appID = appID
    }
}

/// A delivery that can't be accepted, with its bytes.
public struct RejectedLine: Sendable {
    /// The most that is kept of one delivery, in bytes.
    public static let keptBytes = 65_536

    public var reject: Reject
    /// Line of the source, from 1, or index in an array, from 0.
    public var line: Int
    /// As received, at most `keptBytes`.
    public var bytes: [UInt8]
    /// The length as received.
    public var byteCount: Int
    /// Who sent it over HTTP; nil from a file or standard input.
    public var sender: Sender?

    /// Whether it is no JSON object, or longer than what was looked at.
    var isUnreadable: Bool {
        reject.reason == .invalidUTF8 || reject.reason == .invalidJSON || byteCount > Self.keptBytes
    }

    public init(reject: Reject, line: Int, bytes: [UInt8], byteCount: Int, sender: Sender? = nil) {
        self.sender = sender
        self.reject = reject
        self.line = line
        self.bytes = bytes
        self.byteCount = byteCount
    }
}

/// What became of the deliveries of a batch, or of several; the three numbers add up to what came in.
public struct Outcome: Sendable, Hashable {
    public var accepted = 0
    public var duplicates = 0
    public var rejectedByReason: [RejectReason: Int] = [:]
    /// Of the rejected, those that were no JSON object, or of which not all was looked at.
    public var unreadable = 0
    /// Of one batch, how many events of each of its parts were accepted; the others of a part were duplicates, or erased.
    public var acceptedOfParts: [Int] = []
    /// Of one batch, the places of the events that were rejected because their installation was erased.
    public var erased: Set<Int> = []
    /// Of the rejected, those that the quarantine did not keep, being beyond what their key may put there in a day.
    public var rejectsNotKept = 0
    /// The batches that it came in.
    public var batches = 0
    /// How many of these met an event that the log had, unexpected, and were done again.
    public var redoneBatches = 0

    public init() {}

    public var rejected: Int { rejectedByReason.values.reduce(0, +) }
    public var deliveries: Int { accepted + duplicates + rejected }

    /// Adds another outcome.
    public mutating func add(_ other: Outcome) {
        accepted += other.accepted
        duplicates += other.duplicates
        batches += other.batches
        redoneBatches += other.redoneBatches
        unreadable += other.unreadable
        rejectsNotKept += other.rejectsNotKept
        rejectedByReason.merge(other.rejectedByReason, uniquingKeysWith: +)
    }
}
