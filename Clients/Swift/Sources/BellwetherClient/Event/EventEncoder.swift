package import Foundation

/// Encodes events of one app on one device.
package struct EventEncoder: Sendable {
    private let makeID: @Sendable () -> UUID
    let origin: EventOrigin

    /// Creates an encoder. `makeID` returns a new event id at each call.
    package init(_ origin: EventOrigin, makeID: @escaping @Sendable () -> UUID = { .next() }) {
        self.makeID = makeID
        self.origin = origin
    }

    /// Encodes an event and gives it its id. Returns the contract's JSON object without `installation_id` and `sent_at`.
    ///
    /// It begins with `{"occurred_at":"` and contains no byte below 32, so tabs and newlines can separate events. The store adds
    /// the installation, and each upload attempt adds `sent_at`. If several events are recorded together, the last one has just
    /// happened, and earlier ones may be older, such as a prompt answered before the launch.
    package func encode(_ event: Event) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.plain("occurred_at", event.occurredAt.write)
            writer.plain("id", makeID().write)
            writer.text("type", event.type.rawValue)
            writer.number("sequence", event.sequence)
            event.data.write(to: &writer)
            writer.members(origin.members)
        }
        return writer.bytes
    }
}

extension [UInt8] {
    /// Appends an object with `"name":"value"` as its first member. Escapes nothing.
    package mutating func append(
        _ object: some Collection<UInt8>, with name: String, _ value: some Collection<UInt8>
    ) {
        self += "{\"".utf8
        self += name.utf8
        self += "\":\"".utf8
        self += value
        self += "\",".utf8
        self += object.dropFirst()
    }
}
