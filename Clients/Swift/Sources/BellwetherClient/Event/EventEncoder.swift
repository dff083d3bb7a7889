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
        let id = makeID()
        return ByteWriter.bytes { writer in
            writer.append(UInt8(ascii: "{"))
            writer.plain("occurred_at", event.occurredAt.write)
            writer.plain("id", id.write)
            writer.text("type", event.type.rawValue)
            writer.number("sequence", event.sequence)
            event.data.write(to: &writer)
            writer.append(origin.members)
            writer.count -= 1
            writer.append(UInt8(ascii: "}"))
        }
    }
}

extension [UInt8] {
    /// Returns the beginning of an object: `{"name":"value",`. Escapes nothing.
    static func object(_ name: String, _ value: String) -> [UInt8] { Array("{\"\(name)\":\"\(value)\",".utf8) }
}
