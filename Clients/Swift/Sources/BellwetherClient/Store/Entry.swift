/// Something that was recorded: one line of a segment.
struct Entry: Sendable {
    let events: [EncodedEvent]
    /// The journey after the events, if they are a step of it.
    let journey: JourneyState?
    /// The uptime at which the events were stamped, in milliseconds.
    let uptime: Int64

    var kind: EventKind { journey == nil ? .engagement : .permission }
}
