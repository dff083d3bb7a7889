import Foundation

/// One line of a segment: the events that were recorded at one moment.
///
/// Its text is `crc32 launch uptime⇥state⇥event⇥event…\n`: checksum and launch as eight hexadecimal digits, the uptime in
/// milliseconds. The checksum covers what is between it and `\n`.
struct Line: Sendable {
    /// The launch of the process that recorded it.
    let launch: UInt32
    /// Milliseconds since the device started.
    let uptime: Int64
    /// The journey's state after the events, as JSON. Empty in a line of engagement events.
    let state: ArraySlice<UInt8>
    /// The events, each a JSON object.
    let events: [ArraySlice<UInt8>]

    /// Reads a line without its newline. Returns nil if the checksum is wrong.
    init?(_ bytes: ArraySlice<UInt8>) {
        let rest = bytes.dropFirst(9)
        guard !rest.isEmpty, bytes[bytes.startIndex + 8] == UInt8(ascii: " "),
            bytes.prefix(8).elementsEqual(rest.withUnsafeBytes(Checksum.digits(of:)))
        else { return nil }
        let fields = rest.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        let numbers = String(decoding: fields[0], as: UTF8.self).split(separator: " ")
        guard fields.count > 1, numbers.count == 2, let launch = UInt32(numbers[0], radix: 16),
            let uptime = Int64(numbers[1])
        else { return nil }
        self.launch = launch
        self.uptime = uptime
        state = fields[1]
        events = Array(fields[2...])
    }

    /// Writes a line. State and objects must hold neither tabs nor newlines.
    static func bytes(launch: UInt32, uptime: Int64, state: [UInt8] = [], _ objects: [[UInt8]]) -> [UInt8] {
        var rest = Checksum.digits(launch)
        rest.reserveCapacity(objects.reduce(state.count + 40) { $0 + $1.count + 1 })
        rest += " \(uptime)\t".utf8
        rest += state
        for object in objects {
            rest.append(UInt8(ascii: "\t"))
            rest += object
        }
        return rest.withUnsafeBytes(Checksum.digits(of:)) + [UInt8(ascii: " ")] + rest + [UInt8(ascii: "\n")]
    }

    /// Reads the lines of a segment, and counts the damaged ones.
    static func lines(in bytes: [UInt8]) -> (intact: [Line], damaged: Int) {
        var intact: [Line] = []
        var damaged = 0
        for part in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = Line(part)
            if line == nil { damaged += 1 }
            if let line = line ?? afterDamage(part) { intact.append(line) }
        }
        return (intact, damaged)
    }

    /// Returns the last line that matches. Does not read the lines before it.
    static func last(in bytes: [UInt8], where matches: (Line) -> Bool) -> Line? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.suffix(from: rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
            if let line = Line(part) ?? afterDamage(part), matches(line) { return line }
            rest = rest[..<part.startIndex].dropLast()
        }
        return nil
    }

    /// Finds an intact line at the end of `bytes`, after the beginning of a line that was not completed.
    private static func afterDamage(_ bytes: ArraySlice<UInt8>) -> Line? {
        bytes.indices.dropFirst().lazy.compactMap { Line(bytes[$0...]) }.first
    }
}

extension ArraySlice<UInt8> {
    /// Returns the first text with this member name in an event that this library wrote. Does not unescape it.
    ///
    /// Texts of users and apps can't be mistaken for a member, because their quotation marks are escaped.
    func value(of name: String) -> ArraySlice<UInt8>? {
        let range = Data(self).range(of: Data("\"\(name)\":\"".utf8))
        return range.map { self[(startIndex + $0.upperBound)...].prefix { $0 != UInt8(ascii: "\"") } }
    }

    /// Returns the same as a string.
    func text(of name: String) -> String? { value(of: name).map { String(decoding: $0, as: UTF8.self) } }
}
