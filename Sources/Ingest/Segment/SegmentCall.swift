import Events
import Foundation

/// A call of Segment's HTTP tracking API, and its conversion to the event format.
///
/// `messageId` becomes the event's `id` and `anonymousId` its `installation_id`; a value that is not a UUID is replaced
/// by its version 5 UUID. `originalTimestamp`, or `timestamp` if that is missing, becomes `occurred_at`; `sentAt`
/// becomes `sent_at`. `context` gives `os`, `app_version` (`app.version`), `device_model` (`device.model`), `locale`
/// and, if present, `app_id` (`app.namespace`). `properties` become the event's `data`.
struct SegmentCall {
    /// Namespace for ids that are not UUIDs: the version 5 UUID of the name `segment.com` in the DNS namespace.
    static let namespace = UUID(uuidString: "723d908a-27c6-5c99-81e3-71568e523772") ?? UUID()

    /// Its members.
    let call: [JSONText.Member]
    /// Members of its batch that apply to all calls.
    let shared: Shared

    /// Members that the calls of a batch share, looked up once per batch. A call's own members take precedence.
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

    /// Returns the event type if it is a track call whose name is a type or an alias of one.
    func type(_ aliases: [String: EventType]) -> EventType? {
        guard call["type"].map({ $0.string == "track" }) ?? true, let name = call["event"]?.string else { return nil }
        return EventType(name: name) ?? aliases[name]
    }

    /// Returns the event in the event format. `appID`: the app of its key.
    func contract(_ type: EventType, appID: String?) -> JSONText {
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

    /// Returns a UUID unchanged and replaces another text by its version 5 UUID. Any other value is unchanged, and
    /// later rejected.
    private static func uuid(_ value: JSONText) -> JSONText {
        guard let text = value.string, !text.isEmpty, EventUUID(text) == nil else { return value }
        return JSONText(string: UUID(name: text, in: namespace).uuidString.lowercased())
    }

    private static func only(_ names: [String], of object: JSONText?) -> JSONText? {
        guard let object, object.isObject else { return object }
        return JSONText(members: object.members.filter { names.contains($0.name) })
    }

    /// Returns `properties`. If `campaign` is Segment's object, it is replaced by its name.
    private static func data(_ properties: JSONText) -> JSONText {
        guard properties.isObject else { return properties }
        return JSONText(
            members: properties.members.map { member in
                guard member.name == "campaign", member.value.isObject else { return member }
                return .init(name: member.name, value: member.value.members["name"] ?? JSONText(string: ""))
            })
    }
}
