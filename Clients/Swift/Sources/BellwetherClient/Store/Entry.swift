/// Something that was recorded: one line of a segment.
struct Entry: Sendable {
    let events: [EncodedEvent]
    /// The journey after the events, if they are a step of it.
    let journey: JourneyState?
    /// The uptime at which the events were stamped, in milliseconds.
    let uptime: Int64

    var kind: EventKind { journey == nil ? .engagement : .permission }
}

extension EncodedEvent {
    /// Returns the JSON object with the installation that the event belongs to.
    func object(of installation: String) -> [UInt8] {
        var object: [UInt8] = []
        object.reserveCapacity(bytes.count + 64)
        EncodedEvent.append("installation_id", installation.lowercased().utf8, of: bytes, to: &object)
        return object
    }
}
