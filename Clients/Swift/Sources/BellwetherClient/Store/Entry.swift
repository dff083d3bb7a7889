/// Events that are stored in one line.
struct Entry: Sendable {
    let events: [EncodedEvent]
    /// The journey after the events, if they are a step of it.
    let journey: JourneyState?
    /// The device's uptime when they happened, in milliseconds.
    let uptime: Int64

    var kind: EventKind { journey == nil ? .engagement : .permission }
}

extension EncodedEvent {
    /// Returns the JSON object with `installation_id`.
    func object(of installation: String) -> [UInt8] {
        var object: [UInt8] = []
        object.reserveCapacity(bytes.count + 64)
        EncodedEvent.append("installation_id", installation.lowercased().utf8, of: bytes, to: &object)
        return object
    }
}
