/// The events that one HTTP request delivers, in memory and cut, not yet judged.
public struct Body: Sendable {
    /// Where an event lies in the bytes.
    struct Record: Sendable {
        let start: Int32
        let end: Int32
        /// Line of the body, from 1, or index of the element, from 0.
        let number: Int32
        /// Index of what was sent, from 0, blank lines not counted.
        let index: Int32

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    let bytes: [UInt8]
    let records: [Record]
    /// nil where each event's form is to be recognised.
    let format: Format?
    /// How many calls were passed over, being of kinds that are no events.
    public let ignored: Int

    /// How many events there are, good or bad.
    public var count: Int { records.count }
    /// Their bytes, and what lies between them.
    public var byteCount: Int { bytes.count }

    init(bytes: [UInt8], records: [Record], format: Format?, ignored: Int = 0) {
        self.bytes = bytes
        self.records = records
        self.format = format
        self.ignored = ignored
    }
}

/// Why a body can't be read as a whole.
public enum BodyError: Error, Sendable, Hashable {
    /// It is empty, or begins with what begins neither an object nor an array.
    case noJSON
    /// Its JSON ends in the middle, has something between elements that is no comma, or is followed by something.
    case malformed
    /// It is not what the form of Segment's calls asks for; in words.
    case noCalls(String)
    /// There are more events than may be sent at once, which is the number.
    case tooManyEvents(Int)
    /// Its gzip data is cut off or corrupt.
    case damaged
    /// It inflates to more bytes than this.
    case inflatesTooFar(Int)
}

extension Body {
    /// NDJSON: an event a line. Throws if there are more than `limit`.
    public static func lines(_ bytes: [UInt8], limit: Int) throws(BodyError) -> Body {
        Body(bytes: bytes, records: try cut(bytes, .ndjson, limit: limit), format: nil)
    }

    /// JSON: an event, or an array of events. Throws if it is neither, or if there are more than `limit`. What is wrong within
    /// an element is that element's reject.
    public static func elements(_ bytes: [UInt8], limit: Int) throws(BodyError) -> Body {
        try elements(bytes, format: nil, limit: limit)
    }

    /// A CloudEvent in structured mode, or an array of them. Throws if it is neither, or if there are more than `limit`.
    public static func cloudEvents(_ bytes: [UInt8], limit: Int) throws(BodyError) -> Body {
        try elements(bytes, format: .cloudEvents, limit: limit)
    }

    private static func elements(_ bytes: [UInt8], format: Format?, limit: Int) throws(BodyError) -> Body {
        let first = bytes[textStart(bytes)...].first { !$0.isJSONSpace }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { throw .noJSON }
        return Body(bytes: bytes, records: try cut(bytes, .json, limit: limit), format: format)
    }

    /// Behind a byte order mark.
    private static func textStart(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// The records of a body, blank lines left out. Throws if there are more than `limit`, or if something is not
    /// closed, stands in the wrong place or follows the one value of JSON, as then nobody can say what was meant to be
    /// sent.
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
            // Only what follows the last record has nothing in it.
            if cut.before + cut.content + cut.behind == 0 { break }
        }
        guard splitter.isWhole, splitter.isOneValue else { throw .malformed }
        return records
    }
}
