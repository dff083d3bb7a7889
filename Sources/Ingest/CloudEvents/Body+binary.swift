import Foundation

extension Body {
    /// Reads a CloudEvent in binary mode of the HTTP binding. `attributes`: percent-decoded, without the `ce-` of their
    /// headers. `data` may be empty.
    ///
    /// It is converted to structured mode before it is validated, and kept in that form if it is rejected, because the
    /// data alone is not an event.
    public static func cloudEvent(
        attributes: [(name: String, value: String)], dataContentType: String?, data: [UInt8]
    ) -> Body {
        var members = attributes.map { JSONText.Member(name: $0.name, value: JSONText(string: $0.value)) }
        if let dataContentType {
            members.append(.init(name: "datacontenttype", value: JSONText(string: dataContentType)))
        }
        if !data.isEmpty {
            // Data that is not JSON becomes a string, which is then rejected.
            let value = data.isJSON ? JSONText(data[...]) : JSONText(string: String(decoding: data, as: UTF8.self))
            members.append(.init(name: "data", value: value))
        }
        return Body(objects: [JSONText(members: members)], format: .cloudEvents)
    }

    /// Creates a body from objects built by this module. `indexes`: their indexes in the request, if they are not
    /// consecutive. `fieldNames`: the names of fields in details of rejects; nil for those of the form of the objects.
    init(
        objects: [JSONText], indexes: [Int]? = nil, format: Format?, fieldNames: FieldNames? = nil, ignored: Int = 0
    ) {
        var bytes: [UInt8] = []
        var records: [Record] = []
        for (place, object) in objects.enumerated() {
            let start = bytes.count
            bytes += object.bytes
            let index = Int32(indexes?[place] ?? place)
            records.append(Record(start: Int32(start), end: Int32(bytes.count), number: index, index: index))
        }
        self.init(bytes: bytes, records: records, format: format, fieldNames: fieldNames, ignored: ignored)
    }
}

extension [UInt8] {
    /// Whether it is one well-formed JSON value in UTF-8. The decoder also reads UTF-16 and UTF-32, which contain zero
    /// bytes.
    var isJSON: Bool { !contains(0) && (try? JSONDecoder().decode(AnyJSON.self, from: Data(self))) != nil }
}

/// Decodes any JSON value; only checks that it is well formed.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) throws {}
}
