/// Finds members in the JSON of an event that this library wrote.
enum EventText {
    /// Returns the first value of a member, if it is a text. Not unescaped.
    ///
    /// A text that a user or an app chose can't be mistaken for a member, because its quotation marks are escaped.
    static func value(of name: StaticString, in event: ArraySlice<UInt8>) -> String? {
        bytes(of: name, in: event).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of the value.
    static func bytes(of name: StaticString, in event: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let member = [UInt8(ascii: "\"")] + UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            + Array("\":\"".utf8)
        for start in event.indices.dropLast(member.count) where event[start] == member[0] {
            let end = start + member.count
            if event[start..<end].elementsEqual(member) { return event[end...].prefix { $0 != member[0] } }
        }
        return nil
    }
}
