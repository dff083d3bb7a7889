import Foundation
import HTTPTypes

/// A CloudEvent in binary mode: its attributes are headers that begin with `ce-` (HTTP protocol binding 1.0.2, section
/// 3.1).
struct BinaryCloudEvent {
    private static let prefix = "ce-"

    /// The attributes, percent-decoded, without the prefix.
    let attributes: [(name: String, value: String)]

    /// Reads the attributes of a request; nil if it has no `ce-specversion` and so is not a CloudEvent in binary mode.
    init?(_ headers: HTTPFields) {
        let found = headers.filter { $0.name.canonicalName.hasPrefix(Self.prefix) }
        attributes = found.map { field in
            (
                String(field.name.canonicalName.dropFirst(Self.prefix.count)),
                field.value.removingPercentEncoding ?? field.value
            )
        }
        guard attributes.contains(where: { $0.name == "specversion" }) else { return nil }
    }
}
