/// Why an event is rejected. The cases are in the event contract's order: if several apply, the first one is given. The
/// raw value is the wire name.
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
    /// Applies to engagement events of months that `retain` has dropped. `EventValidator` checks this only if it is given
    /// `retainedFrom`.
    case olderThanRetention = "older_than_retention"
    /// Applies to events of an erased installation. Checked by the log's writer, not by `EventValidator`.
    case erased
}

/// What the quarantine stores about a rejected event besides its bytes.
public struct Reject: Sendable, Hashable {
    /// The first reason that applies.
    public var reason: RejectReason
    /// What was wrong, in words that a developer can act on; at most 200 printable characters.
    public var detail: String
    /// The event's own `received_at` if it is valid and honoured, otherwise the time of ingest.
    public var receivedAt: Timestamp
    /// The event's `app_id`; nil if it is not valid or could not be read.
    public var appID: String?
    /// The event's `installation_id`; nil if it is not valid or could not be read.
    public var installationID: EventUUID?

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

extension Reject {
    /// What the detail of a line with several objects says.
    static let severalObjects = "several objects on one line: write one per line"

    /// Whether the line held several objects, each of which may be an event.
    public var isOfSeveralObjects: Bool { detail.contains(Self.severalObjects) }
}

/// The outcome of validating one event. Duplicates are found later, by comparison with the log.
public enum Validation: Sendable, Hashable {
    case accepted(Event)
    case rejected(Reject)
}
