import Events
import Foundation

/// An event in the JSON format of CloudEvents 1.0 (structured mode), and what it is in the contract's own form.
///
/// `id`, `source` and `type` are the event's `id`, `app_id` and `type`, `time` its `occurred_at`, `subject` its
/// `installation_id`. The members of its `data` are the other fields (`os`, `app_version` and so on); its `data.data`, and
/// what else is in its `data`, are the event's `data`. Extension attributes have no meaning.
struct CloudEvent {
    /// Of the ids that are no UUID; it is the UUID of version 5 of the name `cloudevents.io` in the namespace of DNS names.
    static let namespace = UUID(uuidString: "3b3bdb45-2edc-5aa7-893b-b2604f33ab20") ?? UUID()
    /// What `type` may begin with.
    private static let typePrefix = "bellwether."
    /// The fields that `data` gives.
    private static let fieldsOfData = [
        "sent_at", "received_at", "sequence", "os", "app_version", "device_model", "locale",
    ]
    /// The fields that `data` gives where the attribute that has them is absent, as CloudEvents allows.
    private static let optionalAttributes = [("installation_id", "subject"), ("occurred_at", "time")]

    /// Its attributes, `data` included.
    let attributes: [JSONText.Member]

    /// The event in bytes that a judge has found to be a JSON object.
    init(_ bytes: [UInt8]) {
        attributes = JSONText(bytes[...]).members
    }

    /// Whether the bytes are a CloudEvent by what can't be in an event of the contract.
    var isRecognised: Bool {
        attributes["specversion"] != nil && attributes["source"] != nil && attributes["app_id"] == nil
    }

    /// The event as the contract has it.
    var contractBytes: [UInt8] {
        let fields = [("id", id), ("type", type), ("app_id", appID)] + fieldsOfDataOrAttributes + [("data", data)]
        return Array(
            JSONText(members: fields.compactMap { name, value in value.map { .init(name: name, value: $0) } }).bytes)
    }

    /// What keeps it from being read at all: the reason, and what is wrong.
    var fault: (reason: RejectReason, detail: String)? {
        guard let version = attributes["specversion"] else { return (.missingField, "specversion is missing or null") }
        guard version.string == "1.0" else { return (.invalidField, "specversion must be \"1.0\"") }
        guard attributes["data_base64"] == nil else {
            return (.invalidField, "data_base64 is not read: send data, a JSON object, instead")
        }
        guard attributes["datacontenttype"].map(\.isJSONMediaType) ?? true else {
            return (.invalidField, "datacontenttype must be application/json or absent")
        }
        guard attributes["data"].map(\.isObject) ?? true else {
            return (.invalidField, "data must be a JSON object, with os and the event's other fields")
        }
        return nil
    }
}

extension CloudEvent {
    private var id: JSONText? {
        guard let id = attributes["id"], let text = id.string, !text.isEmpty, EventUUID(text) == nil else {
            return attributes["id"]
        }
        // Neither text has a U+0000, so that no two pairs give one name.
        let name = (attributes["source"]?.string ?? "") + "\u{0}" + text
        return JSONText(string: UUID(name: name, in: Self.namespace).uuidString.lowercased())
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
        let members = attributes["data"]?.members ?? []
        return Self.optionalAttributes.map { field, attribute in (field, attributes[attribute] ?? members[field]) }
            + Self.fieldsOfData.map { ($0, members[$0]) }
    }

    /// The event's `data`: `data.data`, with what else is in `data` where `data.data` has no member of that name.
    private var data: JSONText? {
        let members = attributes["data"]?.members ?? []
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
    /// Whether this is a string that names a media type of JSON: `application/json`, `application/vnd.x+json`.
    fileprivate var isJSONMediaType: Bool {
        guard let type = string?.lowercased().split(separator: ";").first else { return false }
        let name = type.filter { $0 != " " && $0 != "\t" }
        return name.hasSuffix("/json") || name.contains("/") && name.hasSuffix("+json")
    }
}

extension String {
    /// The last part of the path of a URI reference, a slash at the end not counted; empty where it has no path.
    fileprivate var lastPathComponent: String {
        var path = Substring(self).prefix { $0 != "?" && $0 != "#" }
        if let scheme = path.firstRange(of: "://") { path = path[scheme.upperBound...].drop { $0 != "/" } }
        return path.split(separator: "/").last.map(String.init) ?? ""
    }
}
