import Events

/// A call of Segment's HTTP tracking API, and its conversion to the event format.
///
/// `messageId` becomes the event's `id` and `anonymousId`, or else `userId`, its `installation_id`; a text or number
/// that is not a UUID is replaced by its version 5 UUID. `originalTimestamp`, or `timestamp` if that is missing or is
/// the call's `receivedAt`, becomes `occurred_at`; `sentAt` becomes `sent_at` if it is later than the receipt.
/// `context` gives `os`, `app_version` (`app.version`), `device_model` (`device.model`), `locale`, the offset of
/// `occurred_at` (`timezone`) and `app_id` (`app.namespace`; without it, the app of the key with which the request was
/// sent). `properties` become the event's `data`. Empty texts count as missing.
struct SegmentCall {
    /// The members of the call's JSON object.
    let call: [JSONText.Member]
    /// Members of its batch that apply to all calls.
    let shared: Shared

    /// Names of the event format's fields that also say where a call has them.
    static let fieldNames = FieldNames([
        "id": "id (messageId)", "app_id": "app_id (context.app.namespace)",
        "installation_id": "installation_id (anonymousId or userId)", "occurred_at": "occurred_at (timestamp)",
        "sent_at": "sent_at (sentAt)", "os": "os (context.os)", "os.name": "os.name (context.os.name)",
        "os.version": "os.version (context.os.version)",
    ])

    /// Members that the calls of a batch share, looked up once per batch. Those of a call win.
    struct Shared {
        var context = SegmentContext()
        var sentAt: JSONText?

        /// For a call outside a batch.
        init() {}

        /// Reads the shared members of a batch.
        init(batch: [JSONText.Member]) {
            context = SegmentContext(batch["context"])
            sentAt = batch[given: "sentAt"]
        }
    }

    /// Returns the event type if this is a track call and its `event` is the name of an event type or an alias of one.
    /// `kind`: the kind of a call without `type`.
    func type(_ aliases: [String: EventType], kind: SegmentKind) -> EventType? {
        let isTrack = call[given: "type"].map { $0.string == SegmentKind.track.rawValue } ?? (kind == .track)
        guard isTrack, let name = call["event"]?.string else { return nil }
        return EventType(name: name) ?? aliases[name]
    }

    /// Returns the event in the event format. `appID` is the app of the request's key.
    func event(of type: EventType, appID: String?, receivedAt: Timestamp) -> JSONText {
        let context = SegmentContext(call["context"]).merged(over: shared.context)
        let sentAt = call[given: "sentAt"] ?? shared.sentAt
        let fields: [(String, JSONText?)] = [
            ("id", call[given: "messageId"].map(Self.uuid)),
            ("type", JSONText(string: type.name)),
            ("app_id", context.appID ?? appID.map { JSONText(string: $0) }),
            ("installation_id", (call[given: "anonymousId"] ?? call[given: "userId"]).map(Self.uuid)),
            ("occurred_at", occurredAt.map { WrittenTime.local($0, in: context["timezone"]) }),
            ("sent_at", sentAt.flatMap { Self.sentAt($0, receivedAt) }),
            ("os", context.os(for: type)),
            ("app_version", context.appVersion),
            ("device_model", context["device.model"]),
            ("locale", context["locale"]),
            ("data", call[given: "properties"].map { Self.data($0, of: type) }),
        ]
        return JSONText(members: fields.compactMap { name, value in value.map { .init(name: name, value: $0) } })
    }

    /// When it happened. RudderStack gives a call without `originalTimestamp` its own time of receipt, and keeps
    /// `timestamp`.
    private var occurredAt: JSONText? {
        let (original, timestamp) = (call[given: "originalTimestamp"], call[given: "timestamp"])
        let isReceipt = original?.string.map { $0 == call["receivedAt"]?.string } ?? false
        return isReceipt ? timestamp ?? original : original ?? timestamp
    }

    /// Returns a UUID unchanged; any other text, and a number as it is written, becomes its version 5 UUID. A value of
    /// another type stays as it is, and so does a text with U+0000: validation rejects it.
    private static func uuid(_ value: JSONText) -> JSONText {
        guard let text = value.numberAsString.string, EventUUID(text) == nil, !text.utf8.contains(0) else {
            return value
        }
        return JSONText(string: EventUUID(name: text.utf8, in: .foreignIDs).description)
    }

    /// Returns `sentAt` unless it is a time before the receipt. Segment's libraries write it when they close a batch,
    /// which may wait for days until it is sent, so it shows a wrong clock only if it is ahead.
    private static func sentAt(_ sentAt: JSONText, _ receivedAt: Timestamp) -> JSONText? {
        guard let time = sentAt.string.flatMap({ Timestamp(rfc3339: $0) }) else { return sentAt }
        return time > receivedAt ? sentAt : nil
    }

    /// Returns `properties` without empty texts and nulls. A `campaign` that is an object, as Segment's specification
    /// has it, is replaced by its member `name`, or left out. A missing member gets the name under which senders have
    /// it.
    private static func data(_ properties: JSONText, of type: EventType) -> JSONText {
        guard properties.isObject else { return properties }
        let members = properties.members.compactMap { member -> JSONText.Member? in
            guard !member.value.isEmptyText, !member.value.isNull else { return nil }
            let isCampaign = member.name == "campaign" && member.value.isObject
            guard let value = isCampaign ? member.value.members[given: "name"] : member.value else { return nil }
            return JSONText.Member(name: member.name, value: converted(value, named: member.name, of: type))
        }
        return JSONText(members: sendersNames.reduce(members) { $0.naming($1.member, fromFirstOf: $1.names) })
    }

    /// Returns the value of a member of `data` as the event format writes it: a number as text if the member is a text,
    /// and a status in the format's spelling. Any other value stays as it is.
    private static func converted(_ value: JSONText, named name: String, of type: EventType) -> JSONText {
        if textMembers.contains(name) { return value.numberAsString }
        guard name == "status", type == .statusObserved, let written = value.string else { return value }
        return status(written).map { JSONText(string: $0.rawValue) } ?? value
    }

    /// Returns the authorization status in a text, such as `notDetermined` or `AUTHORIZED`; nil if there is none.
    private static func status(_ written: String) -> AuthorizationStatus? {
        let word = written.lowercased()
        let letters = String(word.unicodeScalars.filter { ("a"..."z").contains($0) })
        return letters == "notdetermined" ? .notDetermined : AuthorizationStatus(rawValue: word)
    }

    /// The members of `data` that are texts and that apps and senders also write as numbers.
    private static let textMembers: Set<String> = [
        "notification_id", "campaign", "placement", "variant", "experiment",
    ]

    /// The names under which the products that send notifications have members of `data`, the best first.
    private static let sendersNames = [
        (
            member: "notification_id",
            names: [
                "messageId", "message_id", "dispatch_id", "deliveryId", "delivery_id", "push_id", "send_id",
                "canvas_step_id", "message_variation_id",
            ]
        ),
        (
            member: "campaign",
            names: [
                "campaign_name", "campaignName", "canvas_name", "message_name", "campaign_id", "campaignId",
                "broadcastId", "newsletterId", "transactionalMessageId",
            ]
        ),
    ]
}

extension [JSONText.Member] {
    /// Returns the members with the first text or number among those of `names` as a text under the name `name`, unless
    /// that is there.
    fileprivate func naming(_ name: String, fromFirstOf names: [String]) -> [JSONText.Member] {
        guard self[name] == nil else { return self }
        let place = names.lazy.compactMap { other in firstIndex { $0.name == other && $0.value.isWritten } }.first
        guard let place else { return self }
        var members = self
        members[place] = .init(name: name, value: self[place].value.numberAsString)
        return members
    }
}

extension JSONText {
    /// Whether this is a text or a number.
    fileprivate var isWritten: Bool { bytes.first == UInt8(ascii: "\"") || isNumber }
}

/// The kinds of calls in Segment's HTTP API. The raw value is the member `type` of a call.
public enum SegmentKind: String, Sendable {
    case track, identify, page, screen, group, alias
}
