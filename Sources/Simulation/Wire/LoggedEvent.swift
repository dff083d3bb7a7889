/// One accepted event, in few bytes: millions of them are held at once.
struct LoggedEvent: Sendable {
    /// When it happened by the contract.
    var effectiveAt: Microseconds

    /// When it happened by the device's clock.
    var occurredAt: Microseconds

    /// When its first copy was received.
    var receivedAt: Microseconds

    /// Its id.
    var id: Truth.Identifier

    /// The place of its installation.
    var installation: UInt32

    /// The client's count, -1 where it sends none.
    var sequence: Int32

    /// What happened.
    var type: EventType

    /// The software that it came from.
    var software: Software

    /// What it says beyond its type.
    var detail: Detail
}
