/// The events of one HTTP request in memory, split but not yet validated.
public struct Body: Sendable {
    /// The position of an event in the bytes.
    struct Record: Sendable {
        let start: Int32
        let end: Int32
        /// Line of the body, from 1, or index of the element, from 0.
        let number: Int32
        /// Index in the request, from 0, not counting blank lines.
        let index: Int32

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    let bytes: [UInt8]
    let records: [Record]
    /// The form of all events; nil if it is detected for each.
    let format: Format?
    /// The names of fields in details of rejects; nil for those of the event's own form.
    let fieldNames: FieldNames?
    /// How many Segment calls were ignored because they are not events.
    public let ignored: Int

    /// Number of events, valid or not.
    public var count: Int { records.count }
    /// Number of bytes, including those between events.
    public var byteCount: Int { bytes.count }

    init(bytes: [UInt8], records: [Record], format: Format?, fieldNames: FieldNames? = nil, ignored: Int = 0) {
        self.bytes = bytes
        self.records = records
        self.format = format
        self.fieldNames = fieldNames
        self.ignored = ignored
    }
}

/// Why a body can't be read as a whole.
public enum BodyError: Error, Sendable, Hashable {
    /// It is empty, or does not begin with an object or an array.
    case noJSON
    /// Its JSON is cut off, lacks a comma between elements, or is followed by something.
    case malformed
    /// It does not have the form of Segment's calls; the value says why.
    case noCalls(String)
    /// It has more events than this limit.
    case tooManyEvents(Int)
    /// Its gzip data is cut off or corrupt.
    case damaged
    /// It decompresses to more bytes than this limit.
    case inflatesTooFar(Int)
}

extension Body {
    /// Reads NDJSON, one event per line. Throws if there are more than `limit`.
    public static func lines(_ bytes: [UInt8], limit: Int) throws(BodyError) -> Body {
        Body(bytes: bytes, records: try cut(bytes, .ndjson, limit: limit), format: nil)
    }

    /// Reads JSON, an event or an array of events. Throws if it is neither, or if there are more than `limit`. A fault
    /// inside an element rejects only that element.
    public static func elements(_ bytes: [UInt8], limit: Int) throws(BodyError) -> Body {
        try elements(bytes, format: nil, limit: limit)
    }

    /// Reads a CloudEvent in structured mode or an array of them. Throws if it is neither, or if there are more than
    /// `limit`.
    public static func cloudEvents(_ bytes: [UInt8], limit: Int) throws(BodyError) -> Body {
        try elements(bytes, format: .cloudEvents, limit: limit)
    }

    private static func elements(_ bytes: [UInt8], format: Format?, limit: Int) throws(BodyError) -> Body {
        let first = bytes[textStart(bytes)...].first { !$0.isJSONSpace }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { throw .noJSON }
        return Body(bytes: bytes, records: try cut(bytes, .json, limit: limit), format: format)
    }

    /// Returns the offset after a byte order mark, if there is one.
    private static func textStart(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// Splits a body into records, without blank lines. Throws if there are more than `limit`. Also throws if a bracket
    /// is not closed, something is in the wrong place, or anything follows the single JSON value, because it would be
    /// unclear what the client meant to send.
    static func cut(_ bytes: [UInt8], _ form: Splitter, limit: Int) throws(BodyError) -> [Record] {
        var (splitter, number) = (form, form.firstNumber)
        var records: [Record] = []
        var offset = textStart(bytes)
        while offset < bytes.count {
            let cut = bytes.withUnsafeBufferPointer {
                splitter.cut(UnsafeBufferPointer(rebasing: $0[offset...]))
            }
            let start = offset + cut.before
            var end = start + cut.content
            offset = end + cut.behind
            if cut.behind > 0, end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            guard !cut.isStray else { throw .malformed }
            if start < end, !bytes[start..<end].allSatisfy(\.isBlank) {
                guard records.count < limit else { throw .tooManyEvents(limit) }
                records.append(
                    Record(
                        start: Int32(start), end: Int32(end), number: Int32(number), index: Int32(records.count)))
            }
            number += 1
            // Only the end of the data gives an empty cut.
            if cut.before + cut.content + cut.behind == 0 { break }
        }
        guard splitter.isWhole, splitter.isOneValue else { throw .malformed }
        return records
    }
}
