/// Where the time of receipt comes from.
public enum Stamp: Sendable {
    /// The event's own `received_at`, which a collector stamped: for files and standard input.
    case honoured
    /// The time of ingest, which is the server's stamp: for HTTP. The event's own `received_at` is ignored.
    case server
}

/// Validates events by the event contract. Only the reject reason `erased` is missing, because it depends on the log: the
/// writer of the log checks it.
public struct EventValidator: Sendable {
    /// The maximum length of an event, in bytes.
    static let greatestEventLength = 65_536
    /// The maximum length of `data`, in bytes from its opening to its closing brace.
    static let greatestDataLength = 8_192
    /// 24 hours: how far clocks may be ahead.
    static let dayInMicroseconds: Int64 = 86_400_000_000
    /// 60 seconds: a device's clock is corrected if it is wrong by more than this.
    static let toleranceInMicroseconds: Int64 = 60_000_000

    let ingestedAt: Timestamp
    /// Where the time of receipt comes from.
    let stamp: Stamp
    /// The app that the HTTP key belongs to: events of other apps are rejected; nil: any app.
    let appID: String?
    /// The retention cutoff: engagement events that occurred before it are rejected; nil: none are.
    let retainedFrom: Timestamp?

    /// Creates a validator for events that arrive at `ingestedAt`. With `appID`, the app of an HTTP key, events of other
    /// apps are `invalid_field`. With `retainedFrom`, engagement events that occurred before it are
    /// `older_than_retention`.
    public init(
        ingestedAt: Timestamp, stamp: Stamp = .honoured, appID: String? = nil, retainedFrom: Timestamp? = nil
    ) {
        self.ingestedAt = ingestedAt
        self.stamp = stamp
        self.appID = appID
        self.retainedFrom = retainedFrom
    }

    /// Validates the event in `bytes`, which are one line without its end or one element of an array. Appends it to
    /// `batch` if it is accepted; otherwise returns why not. Any bytes have exactly one of these outcomes.
    public func validate(_ bytes: UnsafeBufferPointer<UInt8>, into batch: inout EventBatch) -> Reject? {
        guard bytes.count <= Self.greatestEventLength else {
            return rejectTooLarge(byteCount: bytes.count, beginning: bytes)
        }
        return bytes.withZerosBehind { bytes, isASCII in
            if !isASCII, let offset = bytes.firstInvalidUTF8 {
                return unread(.invalidUTF8, .invalidUTF8(at: offset))
            }
            return EventText.of(bytes) { text in
                do throws(JSONFault) { try text.pass() } catch { return unread(.invalidJSON, Detail(error, in: bytes)) }
                return validate(text, into: &batch)
            }
        }
    }

    /// Validates the event in `bytes`, which are one line without its end or one element of an array. Any bytes are either
    /// accepted or rejected.
    public func validate(_ bytes: [UInt8]) -> Validation {
        var batch = EventBatch()
        if let reject = bytes.withUnsafeBufferPointer({ validate($0, into: &batch) }) { return .rejected(reject) }
        return .accepted(batch[0])
    }

    /// Returns the reject for an event of `byteCount` bytes, more than the limit, of which `beginning` was kept.
    public func rejectTooLarge(byteCount: Int, beginning: UnsafeBufferPointer<UInt8>) -> Reject {
        unread(.tooLarge, .tooLarge(byteCount, beginning: beginning))
    }

    /// Returns the reject for an event from which nothing could be read.
    @inline(never)
    private func unread(_ reason: RejectReason, _ detail: Detail) -> Reject {
        Reject(reason: reason, detail: detail.text, receivedAt: ingestedAt)
    }
}
