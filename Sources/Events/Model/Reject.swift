/// Why an event can't be accepted, in the contract's order: the first that applies is given. The raw value is the wire
/// name.
public enum RejectReason: String, CaseIterable, Sendable {
    case tooLarge = "too_large"
    case invalidUTF8 = "invalid_utf8"
    case invalidJSON = "invalid_json"
    case missingField = "missing_field"
    case invalidField = "invalid_field"
    case unknownType = "unknown_type"
    case impossibleForOS = "impossible_for_os"
    case occurredInFuture = "occurred_in_future"
    case occurredTooEarly = "occurred_too_early"
    /// Judged where the log is known, not by `Judge`.
    case olderThanRetention = "older_than_retention"
    /// Judged where the log is known, not by `Judge`.
    case erased
}

/// What the quarantine is to know of an event that can't be accepted, beside its bytes.
public struct Reject: Sendable, Hashable {
    /// The first reason that applies.
    public var reason: RejectReason
    /// What was wrong, in words a developer can act on; at most 200 characters, all printable.
    public var detail: String
    /// The event's own valid `received_at` where it could be read and counts, else the time of ingest.
    public var receivedAt: Timestamp
    /// The event's `app_id`, where a valid one could be read.
    public var appID: String?
    /// The event's `installation_id`, where a valid one could be read.
    public var installationID: EventUUID?

    /// The reject of these values.
    public init(
        reason: RejectReason, detail: String, receivedAt: Timestamp, appID: String? = nil,
        installationID: EventUUID? = nil
    ) {
        self.reason = reason
        self.detail = detail
        self.receivedAt = receivedAt
        self.appID = appID
        self.installationID = installationID
    }
}

/// What becomes of one event before it is compared with those already stored.
public enum Judgement: Sendable, Hashable {
    case accepted(Event)
    case rejected(Reject)
}
