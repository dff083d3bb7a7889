package import Foundation

/// Encodes events of one app on one device.
package struct EventEncoder: Sendable {
    private let makeID: @Sendable () -> UUID
    private let origin: EventOrigin

    /// Creates an encoder. `makeID` returns a new event id at each call.
    package init(_ origin: EventOrigin, makeID: @escaping @Sendable () -> UUID = { UUID() }) {
        self.makeID = makeID
        self.origin = origin
    }

    /// Encodes an event and gives it its id.
    package func encode(_ event: Event) -> EncodedEvent {
        var writer = JSONWriter()
        writer.open()
        writer.time("occurred_at", event.occurredAt)
        writer.text("id", makeID().uuidString)
        writer.text("type", event.type.rawValue)
        writer.value("sequence", event.sequence)
        event.data.write(to: &writer)
        writer.members(origin.members)
        writer.close()
        return EncodedEvent(kind: event.type.kind, bytes: writer.bytes)
    }
}
