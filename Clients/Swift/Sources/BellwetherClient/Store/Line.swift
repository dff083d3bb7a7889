import Foundation
#if canImport(zlib)
import zlib
#else
import CZlib
#endif

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
        guard bytes.dropFirst(8).first == UInt8(ascii: " "),
            bytes.starts(with: String(format: "%08llx", Line.checksum(of: rest)).utf8)
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

    /// Returns the CRC-32 of zlib (ISO 3309).
    static func checksum(of bytes: some Collection<UInt8>) -> UInt64 {
        UInt64(bytes.withContiguousStorageIfAvailable { crc32(0, $0.baseAddress, uInt($0.count)) } ?? 0)
    }

    /// Reads the lines of a segment, and counts the damaged ones.
    static func lines(in bytes: [UInt8]) -> (intact: [Line], damaged: Int) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"))
        let lines = parts.map { Line($0) }
        return (zip(lines, parts).compactMap { $0 ?? afterDamage($1) }, lines.count { $0 == nil })
    }

    /// Returns the last line that matches. Does not read the lines before it.
    static func last(in bytes: [UInt8], where matches: (Line) -> Bool) -> Line? {
        let parts = bytes.split(separator: UInt8(ascii: "\n"))
        return parts.reversed().lazy.compactMap { Line($0) ?? afterDamage($0) }.first(where: matches)
    }

    /// Finds an intact line at the end of `bytes`, after the beginning of a line that was not completed.
    private static func afterDamage(_ bytes: ArraySlice<UInt8>) -> Line? {
        bytes.indices.dropFirst().lazy.compactMap { Line(bytes[$0...]) }.first
    }
}

extension [Line] {
    var eventCount: Int { reduce(0) { $0 + $1.events.count } }
}

extension ByteWriter {
    /// Writes a line as the first bytes. `prefix` takes the place of each object's first byte. State and objects must hold neither
    /// tabs nor newlines.
    mutating func line(
        launch: UInt32, uptime: Int64, state: [UInt8] = [], prefix: [UInt8] = [UInt8(ascii: "{")],
        _ objects: some Collection<[UInt8]>
    ) {
        append("00000000 00000000 ")
        put(UInt64(launch), radix: 16, before: 17)
        append(String(uptime).utf8)
        append(UInt8(ascii: "\t"))
        append(state)
        for object in objects {
            append(UInt8(ascii: "\t"))
            append(prefix)
            append(object.dropFirst())
        }
        put(Line.checksum(of: bytes.dropFirst(9)), radix: 16, before: 8)
        append(UInt8(ascii: "\n"))
    }
}
