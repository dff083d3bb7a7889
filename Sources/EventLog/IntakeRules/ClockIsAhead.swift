public import Events

/// The clock that stamped the receipt of a batch is ahead of the database server's, so the batch was not stored.
/// Reports end at the latest receipt in the log: one from the future would hold them there until that time has come.
public struct ClockIsAhead: Error, Sendable {
    /// By how many microseconds the stamp may be ahead: an hour, because to refuse all events is worse than a report
    /// that ends an hour late.
    private static let tolerance: Int64 = 3_600_000_000

    /// The latest receipt, by the clock that is ahead.
    public let receivedAt: Timestamp
    /// The server's clock when the batch was to be stored, after that receipt.
    public let serverTime: Timestamp

    /// Creates the error if the stamp is too far ahead; nil otherwise.
    init?(receivedAt: Timestamp, serverTime: Timestamp) {
        guard receivedAt.microseconds - serverTime.microseconds > Self.tolerance else { return nil }
        self.receivedAt = receivedAt
        self.serverTime = serverTime
    }
}
