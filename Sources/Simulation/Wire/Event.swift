/// One accepted event, in few bytes: millions of them are held at once.
struct Event: Sendable {
    /// When it happened by the contract.
    var effectiveAt: Microseconds

    /// When it happened by the device's clock.
    var occurredAt: Microseconds

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

/// One line: an event as it came in.
struct Delivery: Sendable {
    /// When the collector received it.
    var receivedAt: Microseconds

    /// `sent_at` less `received_at`, nil without `sent_at`.
    var sentOffset: Microseconds?

    /// The place of the event.
    var event: UInt32

    /// What became of the line on its way.
    var form: Form

    /// The forms of a line.
    enum Form: Equatable, Sendable {
        /// As the client writes it.
        case plain
        /// The same event told otherwise: UUIDs in the other case, times at another UTC offset.
        case retold
        /// Spoilt, so that it is rejected.
        case spoilt(Defect)
    }
}
