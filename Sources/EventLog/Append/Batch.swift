public import Events

/// A validated part of a source, ready to be stored in one transaction.
public struct Batch: Sendable {
    /// The source as a person would name it: a path, or `-` for standard input.
    public var source: String
    /// The claim to the file in the ledger; nil if the source is not a file.
    public var file: FileLedger.Claim?
    /// Lines of the source in the batch, counted from 1 and including blank ones.
    public var lines: Range<Int>
    /// Byte offsets in the source's data, after decompression.
    public var offsets: Range<Int>
    /// Hash of the file's data, after decompression, up to the end of `offsets`; nil if the source is not a file.
    public var prefixHash: [UInt8]?
    /// Whether this is the file's last batch: once it is stored, the log has the whole file.
    public var isLast = false
    /// Hash of the whole file as it is on disk, compressed or not; set only in its last batch.
    public var fileHash: [UInt8]?
    /// The accepted events, in the order of the source.
    public var events = EventBatch()
    /// For each of several senders, the range of its events in `events`, in order and without gaps. Empty if nobody
    /// asks for counts by sender.
    public var parts: [Range<Int>] = []
    /// The deliveries that were rejected, in the order of the source.
    public var rejects: [RejectedLine] = []
    /// For a retry of quarantined deliveries: the id of the delivery that each of `events` came from. `lines` then
    /// holds ids, too. Nil for new events; only these count as deliveries.
    public var releases: [Int]?
    /// The most bytes of rejects that one collector key may add to the quarantine in a day (UTC).
    public var quarantineBytesADay = 100_000_000
    /// The latest receipt, if the collector's own clock stamped it. A batch that it stamped more than an hour ahead of
    /// the server's clock is not stored. Nil for other sources: what a file says of receipts may be a day ahead.
    public var stampedAt: Timestamp?

    /// Creates a batch without deliveries.
    public init(source: String, file: FileLedger.Claim? = nil, lines: Range<Int>, offsets: Range<Int>) {
        self.source = source
        self.file = file
        self.lines = lines
        self.offsets = offsets
    }
}

/// The sender of a delivery over HTTP.
public struct Sender: Sendable, Hashable {
    /// The number of its key; 0 if the collector runs without keys.
    public var key: Int
    /// The app of its key, the only app whose events it may send; nil if the collector runs without keys.
    public var appID: String?

    /// Creates the holder of a key; by default, an anonymous sender.
    public init(key: Int = 0, appID: String? = nil) {
        self.key = key
        self.appID = appID
    }
}

/// A rejected delivery, with its bytes.
public struct RejectedLine: Sendable {
    /// How many bytes of one delivery are kept at most.
    public static let keptBytes = 65_536

    public var reject: Reject
    /// Line of the source, from 1, or index in an array, from 0.
    public var line: Int
    /// The first `keptBytes` bytes of what was received.
    public var bytes: [UInt8]
    /// Length in bytes of what was received.
    public var byteCount: Int
    /// The sender over HTTP; nil if it came from a file or standard input.
    public var sender: Sender?

    /// Whether it is not a JSON object, or was too long to be read to its end.
    var isUnreadable: Bool { Self.isUnreadable(reject.reason, byteCount: byteCount) }

    /// Whether what was rejected for a reason is not a JSON object, or was too long to be read to its end.
    public static func isUnreadable(_ reason: RejectReason, byteCount: Int) -> Bool {
        reason == .invalidUTF8 || reason == .invalidJSON || byteCount > keptBytes
    }

    public init(reject: Reject, line: Int, bytes: [UInt8], byteCount: Int, sender: Sender? = nil) {
        self.sender = sender
        self.reject = reject
        self.line = line
        self.bytes = bytes
        self.byteCount = byteCount
    }
}

/// Counts what happened to the deliveries of one batch or several. Accepted, duplicate and rejected add up to all
/// deliveries.
public struct Outcome: Sendable, Hashable {
    public var accepted = 0
    public var duplicates = 0
    public var rejectedByReason: [RejectReason: Int] = [:]
    /// How many of the rejected were not a JSON object, or too long to be read to their end.
    public var unreadable = 0
    /// For one batch: how many events of each of its `parts` were accepted. The other events of a part are duplicates,
    /// or belong to erased installations.
    public var acceptedOfParts: [Int] = []
    /// For one batch: the indexes of events that were rejected because their installation was erased.
    public var erased: Set<Int> = []
    /// How many of the rejected the quarantine did not keep because their key had used up its bytes for the day.
    public var rejectsNotKept = 0
    /// How many batches were stored.
    public var batches = 0
    /// How many of these batches were stored again from the start, because an event turned out to be in the log
    /// already.
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
