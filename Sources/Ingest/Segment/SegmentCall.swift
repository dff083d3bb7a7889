import Events
import Foundation

/// A call of Segment's HTTP tracking API, and the event of the contract that it is, if it is one.
///
/// `messageId` is the event's `id`, `anonymousId` its `installation_id` (each the UUID of version 5 of itself where it is no
/// UUID), `originalTimestamp`, else `timestamp`, its `occurred_at`, `sentAt` its `sent_at`. `context` gives `os`, `app_version`
/// (`app.version`), `device_model` (`device.model`), `locale` and, if it is there, `app_id` (`app.namespace`); `properties` are the
/// event's `data`.
struct SegmentCall {
    /// Of ids that are no UUID: the UUID of version 5 of the name `segment.com` in the namespace of DNS names.
    static let namespace = UUID(uuidString: "723d908a-27c6-5c99-81e3-71568e523772") ?? UUID()

    /// Its members.
    let call: [JSONText.Member]
    /// What the batch that it came in says for all of its calls.
    let shared: Shared

    /// What calls have in common, looked up once however many they are; each for what a call lacks itself.
    struct Shared {
        var context: [JSONText.Member] = []
        var sentAt: JSONText?

        /// Of a call by itself.
        init() {}

        /// Of a batch.
        init(batch: [JSONText.Member]) {
            context = batch["context"]?.members ?? []
            sentAt = batch["sentAt"]
        }
    }

    /// What happened, if it is a track call of a type or of a name that means one.
    func type(_ aliases: [String: EventType]) -> EventType? {
        guard call["type"].map({ $0.string == "track" }) ?? true, let name = call["event"]?.string else { return nil }
        return EventType(name: name) ?? aliases[name]
    }

    /// The event as the contract has it. `appID`: of the key with which it came.
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

    /// A UUID as it is; another text as the UUID of version 5 of itself; another value as it is, which is no UUID.
    private static func uuid(_ value: JSONText) -> JSONText {
        guard let text = value.string, !text.isEmpty, EventUUID(text) == nil else { return value }
        return JSONText(string: UUID(name: text, in: namespace).uuidString.lowercased())
    }

    private static func only(_ names: [String], of object: JSONText?) -> JSONText? {
        guard let object, object.isObject else { return object }
        return JSONText(members: object.members.filter { names.contains($0.name) })
    }

    /// `properties` with the name of a campaign in place of Segment's object of its parts.
    private static func data(_ properties: JSONText) -> JSONText {
        guard properties.isObject else { return properties }
        return JSONText(
            members: properties.members.map { member in
                guard member.name == "campaign", member.value.isObject else { return member }
                return .init(name: member.name, value: member.value.members["name"] ?? JSONText(string: ""))
            })
    }
}
