/// An event as the queue stores it: the contract's JSON object without `installation_id` and `sent_at`.
///
/// The bytes begin with `{"occurred_at":"` and contain no byte below 32, so tabs and newlines can separate events. The
/// store adds the installation, and each upload attempt adds `sent_at`. If several events are recorded together, the
/// last one has just happened, and earlier ones may be older, such as a prompt answered before the launch.
package struct EncodedEvent: Sendable, Hashable {
    package let kind: EventKind
    package let bytes: [UInt8]

    package init(kind: EventKind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }

    /// Appends `object` with `"name":"value"` as its first member. Escapes nothing.
    package static func append(
        _ name: String, _ value: some Collection<UInt8>, of object: some Collection<UInt8>, to bytes: inout [UInt8]
    ) {
        bytes.append(contentsOf: "{\"\(name)\":\"".utf8)
        bytes.append(contentsOf: value)
        bytes.append(contentsOf: "\",".utf8)
        bytes.append(contentsOf: object.dropFirst())
    }
}
