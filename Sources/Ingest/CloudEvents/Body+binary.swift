import Foundation

extension Body {
    /// A CloudEvent in binary mode of the HTTP binding: its attributes, percent-decoded, without the `ce-` of their headers,
    /// the media type of its data, and the data, which may be empty.
    ///
    /// It is judged, and kept if it is rejected, in structured mode, since the data alone is no event.
    public static func cloudEvent(
        attributes: [(name: String, value: String)], dataContentType: String?, data: [UInt8]
    ) -> Body {
        var members = attributes.map { JSONText.Member(name: $0.name, value: JSONText(string: $0.value)) }
        if let dataContentType {
            members.append(.init(name: "datacontenttype", value: JSONText(string: dataContentType)))
        }
        if !data.isEmpty {
            // What is no JSON is a text, and as such refused.
            let value = data.isJSON ? JSONText(data[...]) : JSONText(string: String(decoding: data, as: UTF8.self))
            members.append(.init(name: "data", value: value))
        }
        return Body(objects: [JSONText(members: members)], format: .cloudEvents)
    }

    /// Objects that were put together here; `indexes`: which of what was sent each is, if not in order.
    init(objects: [JSONText], indexes: [Int]? = nil, format: Format?, ignored: Int = 0) {
        var bytes: [UInt8] = []
        var records: [Record] = []
        for (place, object) in objects.enumerated() {
            let start = bytes.count
            bytes += object.bytes
            let index = Int32(indexes?[place] ?? place)
            records.append(Record(start: Int32(start), end: Int32(bytes.count), number: index, index: index))
        }
        self.init(bytes: bytes, records: records, format: format, ignored: ignored)
    }
}

extension [UInt8] {
    /// Whether it is one well-formed JSON value in UTF-8. A zero stands in the other encodings, which the decoder reads too.
    var isJSON: Bool { !contains(0) && (try? JSONDecoder().decode(AnyJSON.self, from: Data(self))) != nil }
}

/// Any JSON value, of which nothing is read but that it is well formed.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) throws {}
}
