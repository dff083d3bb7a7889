import Events
import Foundation

/// A call of Segment's HTTP tracking API, and its conversion to the event format.
///
/// `messageId` becomes the event's `id` and `anonymousId` its `installation_id`; a value that is not a UUID is replaced
/// by its version 5 UUID. `originalTimestamp`, or `timestamp` if that is missing, becomes `occurred_at`; `sentAt`
/// becomes `sent_at`. `context` gives `os`, `app_version` (`app.version`), `device_model` (`device.model`), `locale`
/// and `app_id` (`app.namespace`; without it, the app of the key with which the request was sent). `properties` become
/// the event's `data`.
struct SegmentCall {
    /// Namespace for ids that are not UUIDs: the version 5 UUID of the name `segment.com` in the DNS namespace.
    static let namespace = UUID(uuidString: "723d908a-27c6-5c99-81e3-71568e523772") ?? UUID()

    /// The members of the call's JSON object.
    let call: [JSONText.Member]
    /// Members of its batch that apply to all calls.
    let shared: Shared

    /// Members that the calls of a batch share, looked up once per batch. A call's own `context` or `sentAt`
    /// replaces the batch's as a whole.
    struct Shared {
        var context: [JSONText.Member] = []
        var sentAt: JSONText?

        /// For a call outside a batch.
        init() {}

        /// Reads the shared members of a batch.
        init(batch: [JSONText.Member]) {
            context = batch["context"]?.members ?? []
            sentAt = batch["sentAt"]
        }
    }

    /// Returns the event type if this is a track call and its `event` is the name of an event type or an alias of one. A
    /// call without `type` is a track call.
    func type(_ aliases: [String: EventType]) -> EventType? {
        guard call["type"].map({ $0.string == "track" }) ?? true, let name = call["event"]?.string else { return nil }
        return EventType(name: name) ?? aliases[name]
    }

    /// Returns the event in the event format. `appID` is the app of the request's key.
    func event(of type: EventType, appID: String?) -> JSONText {
        let context = call["context"]?.members ?? shared.context
        let app = context["app"]?.members ?? []
        let fields: [(String, JSONText?)] = [
            ("id", call["messageId"].map(Self.uuid)),
            ("type", JSONText(string: type.name)),
            ("app_id", app["namespace"] ?? appID.map { JSONText(string: $0) }),
            ("installation_id", call["anonymousId"].map(Self.uuid)),
            ("occurred_at", call["originalTimestamp"] ?? call["timestamp"]),
            ("sent_at", call["sentAt"] ?? shared.sentAt),
            ("os", Self.only(["name", "version"], of: context["os"])),
            ("app_version", app["version"]),
            ("device_model", context["device"]?.members["model"]),
            ("locale", context["locale"]),
            ("data", call["properties"].map(Self.data)),
        ]
        return JSONText(members: fields.compactMap { name, value in value.map { .init(name: name, value: $0) } })
    }

    /// Returns a UUID unchanged; any other text that is not empty becomes its version 5 UUID. An empty text, or a value
    /// of another type, stays as it is: validation rejects it.
    private static func uuid(_ value: JSONText) -> JSONText {
        guard let text = value.string, !text.isEmpty, EventUUID(text) == nil else { return value }
        return JSONText(string: UUID(name: text, in: namespace).uuidString.lowercased())
    }

    private static func only(_ names: [String], of object: JSONText?) -> JSONText? {
        guard let object, object.isObject else { return object }
        return JSONText(members: object.members.filter { names.contains($0.name) })
    }

    /// Returns `properties`. A `campaign` that is an object, as Segment's specification has it, is replaced by its
    /// member `name`, or by an empty text.
    private static func data(_ properties: JSONText) -> JSONText {
        guard properties.isObject else { return properties }
        return JSONText(
            members: properties.members.map { member in
                guard member.name == "campaign", member.value.isObject else { return member }
                return .init(name: member.name, value: member.value.members["name"] ?? JSONText(string: ""))
            })
    }
}
