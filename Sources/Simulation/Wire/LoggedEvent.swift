/// One accepted event, stored compactly because a simulation holds millions of them.
struct LoggedEvent: Sendable {
    /// The effective time by the event contract.
    var effectiveAt: Microseconds

    /// The time on the device's clock.
    var occurredAt: Microseconds

    /// The `received_at` of the first copy.
    var receivedAt: Microseconds

    var id: Truth.Identifier

    /// The index of its installation in `Log.installations`.
    var installation: UInt32

    /// The value of `sequence`; -1 if the client sends none.
    var sequence: Int32

    var type: EventType

    var software: Software

    /// The details in addition to the type.
    var detail: Detail

    /// The index into `Vocabulary.settings`; nil if it says no settings.
    var settings: UInt8?

    /// Whether the app's server sends the event.
    var isFromServer: Bool { type.isOfServers || detail.isFromServer }
}
