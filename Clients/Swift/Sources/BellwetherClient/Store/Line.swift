/// One line of a segment: what was recorded at one moment.
struct Line: Sendable {
    /// The launch of the process that recorded it.
    let launch: UInt32
    /// Milliseconds since the device started.
    let uptime: Int64
    /// The journey's state after the events, as JSON; empty if the line is no step of the journey.
    let state: ArraySlice<UInt8>
    /// The events, each a JSON object.
    let events: [ArraySlice<UInt8>]

    /// Reads a line without its end. Returns nil unless the checksum is right.
    init?(_ bytes: ArraySlice<UInt8>) {
        let isIntact = bytes.withUnsafeBytes { bytes in
            guard bytes.count > 9, bytes[8] == Hex.space, let checksum = Hex.number(bytes) else { return false }
            return checksum == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[9...]))
        }
        guard isIntact else { return nil }
        let fields = bytes.dropFirst(9).split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        let numbers = fields[0].split(separator: Hex.space)
        guard fields.count > 1, numbers.count == 2, let launch = numbers[0].withUnsafeBytes(Hex.number),
            let uptime = Int64(String(decoding: numbers[1], as: UTF8.self))
        else { return nil }
        self.launch = launch
        self.uptime = uptime
        state = fields[1]
        events = Array(fields[2...])
    }

    /// Reads the lines of a segment, and counts what is damaged.
    static func lines(in bytes: [UInt8]) -> (intact: [Line], damaged: Int) {
        var intact: [Line] = []
        var damaged = 0
        for part in bytes.split(separator: UInt8(ascii: "\n")) {
            if let line = Line(part) {
                intact.append(line)
            } else {
                damaged += 1
                if let line = afterDamage(part) { intact.append(line) }
            }
        }
        return (intact, damaged)
    }

    /// Finds an intact line at the end of `bytes`. The bytes in front are those of a line that was not written whole.
    private static func afterDamage(_ bytes: ArraySlice<UInt8>) -> Line? {
        for start in bytes.indices.dropFirst().dropLast(9) where bytes[start + 8] == Hex.space {
            if let line = Line(bytes[start...]) { return line }
        }
        return nil
    }

    /// Finds the last line that is a step of the journey.
    static func lastStep(in bytes: [UInt8]) -> Line? {
        var end = bytes.endIndex
        while end > 0 {
            let start = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            if let line = Line(bytes[start..<end]) ?? afterDamage(bytes[start..<end]), !line.state.isEmpty { return line }
            end = start - 1
        }
        return nil
    }
}
