public import Events

extension Body {
    /// Reads one call of Segment's HTTP API. `appID`: the app of its key, used if the call names no app.
    public static func segmentCall(
        _ bytes: [UInt8], appID: String?, aliases: [String: EventType]
    ) throws(BodyError) -> Body {
        let call = SegmentCall(call: try object(bytes).members, shared: SegmentCall.Shared())
        return events(among: [call], appID, aliases)
    }

    /// Reads a batch of calls of Segment's HTTP API, the array in its member `batch`. Throws if there are more than
    /// `limit`. Members that all calls share are copied into each event; throws if the copies would exceed
    /// `lengthLimit` bytes.
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

    /// Converts the calls that are events and counts the others as ignored. An element that is not an object is ignored
    /// too.
    private static func events(among calls: [SegmentCall], _ appID: String?, _ aliases: [String: EventType]) -> Body {
        var (objects, indexes) = ([JSONText](), [Int]())
        for (index, call) in calls.enumerated() {
            guard let type = call.type(aliases) else { continue }
            objects.append(call.event(of: type, appID: appID))
            indexes.append(index)
        }
        return Body(objects: objects, indexes: indexes, format: nil, ignored: calls.count - objects.count)
    }
}
