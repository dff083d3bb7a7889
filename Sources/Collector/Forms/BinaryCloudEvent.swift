import Foundation
import HTTPTypes

/// A CloudEvent in binary mode: its attributes are headers that begin with `ce-` (HTTP protocol binding 1.0.2, section
/// 3.1).
struct BinaryCloudEvent {
    private static let prefix = "ce-"

    /// The attributes, decoded, without the prefix.
    let attributes: [(name: String, value: String)]

    /// Reads the attributes of a request; nil if it has no `ce-specversion` and so is not a CloudEvent in binary mode.
    /// Throws if an attribute can't be decoded.
    init?(_ headers: HTTPFields) throws(Problem) {
        guard headers.contains(where: { $0.name.canonicalName == Self.prefix + "specversion" }) else { return nil }
        var attributes: [(name: String, value: String)] = []
        for field in headers where field.name.canonicalName.hasPrefix(Self.prefix) {
            let name = field.name.canonicalName
            guard let value = Self.unquoted(field.value).removingPercentEncoding else {
                throw .badRequest("unreadable_header", "The header \(name) is not percent-encoded UTF-8: encode it.")
            }
            attributes.append((String(name.dropFirst(Self.prefix.count)), value))
        }
        self.attributes = attributes
    }

    /// Returns a value in double quotes without them and its backslashes, as older producers write it; any other value
    /// unchanged (section 3.1.3.2).
    private static func unquoted(_ value: String) -> String {
        guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        var (inner, isEscaped) = ("", false)
        for character in value.dropFirst().dropLast() {
            isEscaped = character == "\\" && !isEscaped
            if !isEscaped { inner.append(character) }
        }
        return inner
    }
}
