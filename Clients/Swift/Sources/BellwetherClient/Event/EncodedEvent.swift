/// An event as the queue keeps it: the contract's JSON object without `installation_id` and `sent_at`.
///
/// The bytes begin with `{"occurred_at":"` and hold no byte below 32, so tabs and newlines can frame them. The store adds the
/// installation, and the upload adds `sent_at` at each attempt. Of several events that are recorded at once the last one has
/// just happened; those before it may be older, as a prompt is whose answer was found at launch.
package struct EncodedEvent: Sendable, Hashable {
    package let kind: EventKind
    package let bytes: [UInt8]

    package init(kind: EventKind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }

    /// Appends `object` with the member `"name":"value"` in front of the others. Nothing is escaped.
    package static func append(
        _ name: String, _ value: some Collection<UInt8>, of object: some Collection<UInt8>, to bytes: inout [UInt8]
    ) {
        bytes.append(contentsOf: "{\"\(name)\":\"".utf8)
        bytes.append(contentsOf: value)
        bytes.append(contentsOf: "\",".utf8)
        bytes.append(contentsOf: object.dropFirst())
    }
}
