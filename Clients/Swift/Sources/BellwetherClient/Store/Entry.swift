/// Events that are stored in one line.
struct Entry: Sendable {
    let events: [[UInt8]]
    /// The journey after the events, if they are a step of it.
    let journey: JourneyState?
    /// The device's uptime when they happened, in milliseconds.
    let uptime: Int64

    var kind: EventKind { journey == nil ? .engagement : .permission }
}
