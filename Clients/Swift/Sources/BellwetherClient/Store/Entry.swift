/// Events that are stored in one line. `CollectionOfOne` saves the time that an array takes.
struct Entry<Events: Collection<[UInt8]> & Sendable>: Sendable {
    let events: Events
    /// The journey after the events, if they are a step of it.
    let journey: JourneyState?
    /// The device's uptime when they happened, in milliseconds.
    let uptime: Int64

    var kind: EventKind { journey == nil ? .engagement : .permission }
}
