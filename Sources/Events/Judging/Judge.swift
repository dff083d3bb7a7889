/// Whether a `received_at` in an event counts.
public enum Stamp: Sendable {
    /// It counts as a collector's stamp: files and standard input.
    case honoured
    /// It is ignored; the time of ingest is the server's own stamp: HTTP.
    case server
}

/// Judges events by the contract, each for itself; `erased`, which needs the log, is judged there.
public struct Judge: Sendable {
    /// The greatest length of an event, in bytes.
    static let greatestEventLength = 65_536
    /// The greatest length of `data`, in bytes from its first to its last.
    static let greatestDataLength = 8_192
    /// 24 hours: how far clocks may run ahead.
    static let dayInMicroseconds: Int64 = 86_400_000_000
    /// 60 seconds: by more than this a device's clock must be wrong to be corrected.
    static let toleranceInMicroseconds: UInt64 = 60_000_000

    /// The time of ingest.
    let ingestedAt: Timestamp
    /// Whether a `received_at` in an event counts.
    let stamp: Stamp
    /// The only app that events may be of.
    let appID: String?
    /// The first moment of which engagement events are kept; nil: all.
    let retainedFrom: Timestamp?

    /// A judge of what comes in at `ingestedAt`; with `appID`, the app of an HTTP key, events of other apps are
    /// `invalid_field`; with `retainedFrom` engagement events that occurred before are `older_than_retention`.
    public init(
        ingestedAt: Timestamp, stamp: Stamp = .honoured, appID: String? = nil, retainedFrom: Timestamp? = nil
    ) {
        self.ingestedAt = ingestedAt
        self.stamp = stamp
        self.appID = appID
        self.retainedFrom = retainedFrom
    }

    /// Judges the event in `bytes`, one line without its end or one element of an array: it goes into `batch`, or why not
    /// is given back. Any bytes have exactly one outcome.
    public func judge(_ bytes: UnsafeBufferPointer<UInt8>, into batch: inout EventBatch) -> Reject? {
        guard bytes.count <= Self.greatestEventLength else { return unread(.tooLarge, .tooLarge(bytes.count)) }
        return bytes.withZerosBehind { bytes, isASCII in
            if !isASCII, let offset = bytes.firstInvalidUTF8 {
                return unread(.invalidUTF8, .invalidUTF8(at: offset))
            }
            return EventText.of(bytes) { text in
                do throws(JSONFault) { try text.pass() } catch { return unread(.invalidJSON, Detail(error, in: bytes)) }
                return judge(text, into: &batch)
            }
        }
    }

    /// What becomes of the event in `bytes`, one line without its end or one element of an array; any bytes have exactly
    /// one outcome.
    public func judge(_ bytes: [UInt8]) -> Judgement {
        var batch = EventBatch()
        if let reject = bytes.withUnsafeBufferPointer({ judge($0, into: &batch) }) { return .rejected(reject) }
        return .accepted(batch[0])
    }

    /// What becomes of an event of so many bytes, more than are kept of one.
    public func judgeTooLarge(byteCount: Int) -> Reject { unread(.tooLarge, .tooLarge(byteCount)) }

    /// The reject of an event of which nothing could be read.
    @inline(never)
    private func unread(_ reason: RejectReason, _ detail: Detail) -> Reject {
        Reject(reason: reason, detail: detail.text, receivedAt: ingestedAt)
    }
}
