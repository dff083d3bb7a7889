public import Events

extension Body {
    /// One call of Segment's HTTP API. `appID`: of the key with which it came, which stands for an app that no call names.
    public static func segmentCall(
        _ bytes: [UInt8], appID: String?, aliases: [String: EventType]
    ) throws(BodyError) -> Body {
        let call = SegmentCall(call: try object(bytes).members, shared: SegmentCall.Shared())
        return events(among: [call], appID, aliases)
    }

    /// A batch of calls of Segment's HTTP API, its member `batch`. Throws if there are more than `limit`, or if what they
    /// share would have more than `lengthLimit` bytes in all their events together.
    public static func segmentBatch(
        _ bytes: [UInt8], appID: String?, aliases: [String: EventType], limit: Int, lengthLimit: Int
    ) throws(BodyError) -> Body {
        let batch = try object(bytes).members
        guard let calls = batch["batch"], calls.bytes.first == UInt8(ascii: "[") else {
            throw .noCalls("its member batch must be an array of calls")
        }
        let array = Array(calls.bytes)
        let records = try cut(array, .json, limit: limit)
        let length = ["context", "sentAt"].compactMap { batch[$0]?.bytes.count }.reduce(0, +)
        guard records.count * length <= lengthLimit else { throw .inflatesTooFar(lengthLimit) }
        let shared = SegmentCall.Shared(batch: batch)
        let found = records.map { SegmentCall(call: JSONText(array[$0.range]).members, shared: shared) }
        return events(among: found, appID, aliases)
    }

    private static func object(_ bytes: [UInt8]) throws(BodyError) -> JSONText {
        let text = JSONText(bytes[...])
        guard text.isObject, bytes.isJSON else { throw .noCalls("it must be one JSON object") }
        return text
    }

    /// The events among some calls; the others are counted. What is no object is a call of no kind.
    private static func events(among calls: [SegmentCall], _ appID: String?, _ aliases: [String: EventType]) -> Body {
        var (objects, indexes) = ([JSONText](), [Int]())
        for (index, call) in calls.enumerated() {
            guard let type = call.type(aliases) else { continue }
            objects.append(call.contract(type, appID: appID))
            indexes.append(index)
        }
        return Body(objects: objects, indexes: indexes, format: nil, ignored: calls.count - objects.count)
    }
}
