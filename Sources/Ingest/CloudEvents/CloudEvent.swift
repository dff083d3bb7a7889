import Events
import Foundation

/// An event in the JSON format of CloudEvents 1.0 (structured mode), and its conversion to the event format.
///
/// `id`, `source` and `type` become the event's `id`, `app_id` and `type`; `time` its `occurred_at`; `subject` its
/// `installation_id`. The members of `data` become the other fields (`os`, `app_version` and so on). `data.data` and
/// the remaining members of `data` become the event's `data`. `data_base64` may have `data` in base64. Extension
/// attributes are ignored.
struct CloudEvent {
    /// Namespace for ids that are not UUIDs. It is the version 5 UUID of the name `cloudevents.io` in the DNS
    /// namespace.
    static let namespace = EventUUID(high: 0x3b3b_db45_2edc_5aa7, low: 0x893b_b260_4f33_ab20)
    /// Optional prefix of `type`.
    private static let typePrefix = "bellwether."
    /// Fields that are members of `data`.
    private static let fieldsOfData = [
        "device_id", "sent_at", "received_at", "sequence", "os", "app_version", "device_model", "locale",
    ]
    /// Fields that `data` may hold if the attribute for them is absent, which CloudEvents allows.
    private static let optionalAttributes = [("installation_id", "subject"), ("occurred_at", "time")]

    /// Its attributes, including `data`.
    let attributes: [JSONText.Member]
    /// The value of `data`, or the one that `data_base64` has in base64.
    private let content: JSONText?

    /// Reads bytes that a validator has found to be a JSON object.
    init(_ bytes: [UInt8]) {
        attributes = JSONText(bytes[...]).members
        content = attributes["data"] ?? attributes["data_base64"].map(Self.decoded)
    }

    /// Whether this is a CloudEvent: it has members that an event in the event format can't have.
    var isRecognised: Bool {
        attributes["specversion"] != nil && attributes["source"] != nil && attributes["app_id"] == nil
    }

    /// The event in the event format, as JSON.
    var contractBytes: [UInt8] {
        let fields = [("id", id), ("type", type), ("app_id", appID)] + fieldsOfDataOrAttributes + [("data", data)]
        return Array(
            JSONText(members: fields.compactMap { name, value in value.map { .init(name: name, value: $0) } }).bytes)
    }

    /// Why it can't be converted: reason and detail; nil if it can.
    var fault: (reason: RejectReason, detail: String)? {
        guard let version = attributes["specversion"] else { return (.missingField, "specversion is missing or null") }
        guard version.string == "1.0" else { return (.invalidField, "specversion must be \"1.0\"") }
        guard attributes["data_base64"] == nil || attributes["data"] == nil else {
            return (.invalidField, "data_base64 must be absent beside data")
        }
        guard attributes["datacontenttype"].map(\.isJSONMediaType) ?? true else {
            return (.invalidField, "datacontenttype must be application/json or absent")
        }
        guard content.map(\.isObject) ?? true else {
            let form = attributes["data"] == nil ? "data_base64 must be the base64 of" : "data must be"
            return (.invalidField, form + " a JSON object, with os and the event's other fields")
        }
        return nil
    }
}

extension CloudEvent {
    /// Returns the JSON value whose text is in `written` in base64; any other value unchanged.
    private static func decoded(_ written: JSONText) -> JSONText {
        guard let text = written.string, let data = Data(base64Encoded: text) else { return written }
        let bytes = [UInt8](data)
        return bytes.isJSON ? JSONText(bytes[...]) : written
    }

    private var id: JSONText? {
        guard let id = attributes["id"], let text = id.string, !text.isEmpty, EventUUID(text) == nil else {
            return attributes["id"]
        }
        // Neither text contains U+0000, so different pairs give different names.
        let name = (attributes["source"]?.string ?? "") + "\u{0}" + text
        return JSONText(string: EventUUID(name: name.utf8, in: Self.namespace).description)
    }

    private var type: JSONText? {
        guard let text = attributes["type"]?.string, text.hasPrefix(Self.typePrefix) else { return attributes["type"] }
        return JSONText(string: String(text.dropFirst(Self.typePrefix.count)))
    }

    private var appID: JSONText? {
        guard let source = attributes["source"]?.string else { return attributes["source"] }
        return JSONText(string: source.lastPathComponent)
    }

    private var fieldsOfDataOrAttributes: [(String, JSONText?)] {
        let members = content?.members ?? []
        return Self.optionalAttributes.map { field, attribute in (field, attributes[attribute] ?? members[field]) }
            + Self.fieldsOfData.map { ($0, members[$0]) }
    }

    /// The event's `data`: the members of `data.data`, and those of `data` that are not fields and have no namesake
    /// there.
    private var data: JSONText? {
        let members = content?.members ?? []
        let inner = members["data"]
        guard inner.map(\.isObject) ?? true else { return inner }
        let own = inner?.members ?? []
        let ownNames = Set(own.map { Array($0.name.utf8) })
        let others = members.filter { !isField($0.name) && !ownNames.contains(Array($0.name.utf8)) }
        return own.isEmpty && others.isEmpty ? nil : JSONText(members: own + others)
    }

    private func isField(_ name: String) -> Bool {
        name == "data" || Self.fieldsOfData.contains(name)
            || Self.optionalAttributes.contains { $0.0 == name && attributes[$0.1] == nil }
    }
}

extension JSONText {
    /// Whether this is a string with a JSON media type: `application/json`, `application/vnd.x+json`.
    fileprivate var isJSONMediaType: Bool {
        guard let type = string?.lowercased().split(separator: ";").first else { return false }
        let name = type.filter { $0 != " " && $0 != "\t" }
        return name.hasSuffix("/json") || name.contains("/") && name.hasSuffix("+json")
    }
}

extension String {
    /// The last component of a URI reference's path, ignoring a trailing slash; empty if it has no path.
    fileprivate var lastPathComponent: String {
        var path = Substring(self).prefix { $0 != "?" && $0 != "#" }
        if let scheme = path.firstRange(of: "://") { path = path[scheme.upperBound...].drop { $0 != "/" } }
        return path.split(separator: "/").last.map(String.init) ?? ""
    }
}
