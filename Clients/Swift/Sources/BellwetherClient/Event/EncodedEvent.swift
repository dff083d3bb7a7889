/// An event as the queue keeps it: the contract's JSON object without `installation_id` and `sent_at`.
///
/// The bytes begin with `{"occurred_at":"` and hold no byte below 32, so tabs and newlines can frame them. The store adds the
/// installation, and the upload adds `sent_at` at each attempt, both with `adding`.
package struct EncodedEvent: Sendable, Hashable {
    package let kind: EventKind
    package let bytes: [UInt8]

    package init(kind: EventKind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}

extension EncodedEvent {
    /// Returns `object` with the member `"name":"value"` in front of the others. Nothing is escaped.
    package static func adding(_ name: StaticString, _ value: some Collection<UInt8>, to object: some Collection<UInt8>)
        -> [UInt8]
    {
        var result: [UInt8] = []
        result.reserveCapacity(object.count + value.count + name.utf8CodeUnitCount + 6)
        append(name, value, of: object, to: &result)
        return result
    }

    /// Appends what `adding` returns.
    package static func append(
        _ name: StaticString, _ value: some Collection<UInt8>, of object: some Collection<UInt8>,
        to bytes: inout [UInt8]
    ) {
        bytes.append(contentsOf: [UInt8(ascii: "{"), UInt8(ascii: "\"")])
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(contentsOf: "\":\"".utf8)
        bytes.append(contentsOf: value)
        bytes.append(contentsOf: "\",".utf8)
        bytes.append(contentsOf: object.dropFirst())
    }
}
