import Events
import Postgres

/// A quarantined delivery on its way through another judgement.
struct HeldDelivery {
    /// 24 hours in microseconds: how far clocks may run ahead.
    private static let dayInMicroseconds: Int64 = 86_400_000_000

    let id: Int
    let receivedAt: Timestamp
    /// Over HTTP the server stamped the receipt; what a file or standard input says of it counts.
    let stamp: Stamp
    /// The app of the HTTP key with which it came; nil without one.
    let keyAppID: String?
    /// The length as received.
    let byteCount: Int
    /// As received; nil where only the beginning was kept.
    let bytes: [UInt8]?

    /// A row of `quarantine_chunk.sql`.
    init(_ result: borrowing QueryResult, _ row: Int) throws {
        id = try result.int(row, 0) ?? 0
        receivedAt = Timestamp(microseconds: Int64(try result.int(row, 1) ?? 0))
        let key = result.text(row, 2)
        stamp = key == nil ? .honoured : .server
        keyAppID = key == "" ? nil : key
        byteCount = try result.int(row, 3) ?? 0
        bytes = result.bytes(row, 4)
    }

    /// What today's program, which judges by `judgement`, would have said at the time of receipt, which the event
    /// keeps: it depends on the bytes and on that time, not on when the retry is made.
    func judged(retainedFrom: Timestamp?, _ judgement: (Judge, [UInt8]) -> Judgement) -> Judgement {
        let judge = Judge(ingestedAt: receivedAt, stamp: stamp, appID: keyAppID, retainedFrom: retainedFrom)
        guard let bytes else { return .rejected(judge.judgeTooLarge(byteCount: byteCount)) }
        let judged = judgement(judge, bytes)
        guard case .accepted(var event) = judged else { return judged }
        // Of a line that could not be read when it came, a stamp in it has corrected the clock; its receipt stays the time
        // of ingest, by which its delivery was counted.
        event.receivedAt = receivedAt
        guard event.effectiveAt.microseconds - receivedAt.microseconds <= Self.dayInMicroseconds else {
            return .rejected(aheadOfReceipt(event))
        }
        return .accepted(event)
    }

    private func aheadOfReceipt(_ event: Event) -> Reject {
        Reject(
            reason: .occurredInFuture,
            detail: "occurred_at, corrected by sent_at, lies more than 86400 s after the time of receipt",
            receivedAt: receivedAt, appID: event.appID, installationID: event.installationID)
    }
}
