import Events
import Postgres

/// A held delivery (quarantined, neither released nor discarded) that is about to be validated again.
struct HeldDelivery {
    /// How far clocks may run ahead: 24 hours, in microseconds.
    private static let dayInMicroseconds: Int64 = 86_400_000_000

    let id: Int
    let receivedAt: Timestamp
    /// Whether the event's own `received_at` counts. Over HTTP the server sets the time of receipt; events from files
    /// and standard input bring theirs.
    let stamp: Stamp
    /// The app of the HTTP key it was sent with; nil if there was none.
    let keyAppID: String?
    /// Length in bytes of what was received.
    let byteCount: Int
    /// The bytes as received; nil if only the beginning was kept.
    let bytes: [UInt8]?

    /// Reads a row of `quarantine_chunk.sql`.
    init(_ result: borrowing QueryResult, _ row: Int) throws {
        id = try result.int(row, 0) ?? 0
        receivedAt = Timestamp(microseconds: Int64(try result.int(row, 1) ?? 0))
        let key = result.text(row, 2)
        stamp = key == nil ? .honoured : .server
        keyAppID = key == "" ? nil : key
        byteCount = try result.int(row, 3) ?? 0
        bytes = result.bytes(row, 4)
    }

    /// Returns what `validation` says of the delivery as of its time of receipt, which the event keeps. The result
    /// depends on the bytes and on that time, not on when the retry runs.
    func validated(retainedFrom: Timestamp?, _ validation: (EventValidator, [UInt8]) -> Validation) -> Validation {
        let validator = EventValidator(
            ingestedAt: receivedAt, stamp: stamp, appID: keyAppID, retainedFrom: retainedFrom)
        guard let bytes else {
            return .rejected(validator.rejectTooLarge(byteCount: byteCount, beginning: .init(start: nil, count: 0)))
        }
        let validated = validation(validator, bytes)
        guard case .accepted(var event) = validated else { return validated }
        // If the line was unreadable when it arrived, a `received_at` in it is read only now. It may correct the clock,
        // but the time of receipt stays the one under which the delivery was counted.
        event.receivedAt = receivedAt
        guard event.effectiveAt.microseconds - receivedAt.microseconds <= Self.dayInMicroseconds else {
            return .rejected(aheadOfReceipt(event))
        }
        return .accepted(event)
    }

    private func aheadOfReceipt(_ event: Event) -> Reject {
        Reject(
            reason: .occurredInFuture,
            detail: "occurred_at, corrected by sent_at, lies more than 24 h after the time of receipt",
            receivedAt: receivedAt, appID: event.appID, installationID: event.installationID)
    }
}
