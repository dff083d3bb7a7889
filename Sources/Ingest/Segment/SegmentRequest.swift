public import Events

/// The body of a request to Segment's HTTP API: one call, or a batch of calls. Segment's webhooks post a batch as an
/// array.
public struct SegmentRequest: Sendable {
    /// What converts calls into events.
    public struct Meaning: Sendable {
        let appID: String?
        let aliases: [String: EventType]
        let receivedAt: Timestamp

        /// `appID`: the app of the request's key, used if a call names no app. `receivedAt`: the time of receipt.
        public init(appID: String?, aliases: [String: EventType], receivedAt: Timestamp) {
            self.appID = appID
            self.aliases = aliases
            self.receivedAt = receivedAt
        }
    }

    private let members: [JSONText.Member]
    /// The body, if it is an array of calls.
    private let bareBatch: JSONText?

    /// Reads a body. Throws if it is neither one JSON object nor one array.
    public init(_ bytes: [UInt8]) throws(BodyError) {
        let text = JSONText(bytes[...])
        guard text.isObject || text.isArray, bytes.isJSON else {
            throw .noCalls("it must be one JSON object, or an array of calls")
        }
        members = text.members
        bareBatch = text.isArray ? text : nil
    }

    /// Whether it is an array of calls, without the object around it that Segment's libraries send.
    public var isArray: Bool { bareBatch != nil }

    /// The write key, which libraries for phones and browsers send in the body; nil if there is none.
    public var writeKey: String? { members[given: "writeKey"]?.string }

    /// Returns the events of a single call, at most one. `kind`: the kind of a call without the member `type`.
    public func call(_ kind: SegmentKind, _ meaning: Meaning) -> Body {
        Self.events(among: [SegmentCall(call: members, shared: SegmentCall.Shared())], kind, meaning)
    }

    /// Returns the events of a batch, the body itself or the array in its member `batch`. Throws if there are more than
    /// `limit` calls. Members that all calls share are copied into each event; throws if the copies would exceed
    /// `lengthLimit` bytes.
    public func batch(_ meaning: Meaning, limit: Int, lengthLimit: Int) throws(BodyError) -> Body {
        guard let calls = bareBatch ?? members["batch"], calls.isArray else {
            throw .noCalls("its member batch must be an array of calls")
        }
        let array = Array(calls.bytes)
        let records = try Body.cut(array, .json, limit: limit)
        let length = ["context", "sentAt"].compactMap { members[$0]?.bytes.count }.reduce(0, +)
        guard records.count * length <= lengthLimit else { throw .inflatesTooFar(lengthLimit) }
        let shared = SegmentCall.Shared(batch: members)
        let found = records.map { SegmentCall(call: JSONText(array[$0.range]).members, shared: shared) }
        return Self.events(among: found, .track, meaning)
    }

    /// Converts the calls that are events and counts the others as ignored. An element that is not an object is ignored
    /// too.
    private static func events(among calls: [SegmentCall], _ kind: SegmentKind, _ meaning: Meaning) -> Body {
        var (objects, indexes) = ([JSONText](), [Int]())
        for (index, call) in calls.enumerated() {
            guard let type = call.type(meaning.aliases, kind: kind) else { continue }
            objects.append(call.event(of: type, appID: meaning.appID, receivedAt: meaning.receivedAt))
            indexes.append(index)
        }
        return Body(
            objects: objects, indexes: indexes, format: nil, fieldNames: SegmentCall.fieldNames,
            ignored: calls.count - objects.count)
    }
}

extension JSONText {
    fileprivate var isArray: Bool { bytes.first == UInt8(ascii: "[") }
}
