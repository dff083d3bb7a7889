/// Writes one line of a segment into a buffer that is used again for the next line.
///
/// A line is `crc32 launch uptime⇥state⇥event⇥event…\n`: checksum and launch as eight hexadecimal digits, the uptime in
/// milliseconds, an empty state unless the line is a step of the journey. The checksum covers what is between it and `\n`.
struct LineWriter: Sendable {
    private(set) var bytes: [UInt8] = []

    mutating func begin(launch: UInt32, uptime: Int64, state: [UInt8] = []) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: "........ ".utf8)
        bytes.append(contentsOf: Checksum.digits(launch))
        bytes.append(contentsOf: " \(uptime)\t".utf8)
        bytes.append(contentsOf: state)
    }

    /// Adds a JSON object. It must hold neither tabs nor newlines.
    mutating func add(_ object: String) { bytes.append(contentsOf: ("\t" + object).utf8) }

    /// Adds an event, with the installation that it belongs to.
    mutating func add(_ event: EncodedEvent, installation: [UInt8]) {
        bytes.append(UInt8(ascii: "\t"))
        EncodedEvent.append("installation_id", installation, of: event.bytes, to: &bytes)
    }

    /// Ends the line: puts the checksum in front.
    mutating func end() {
        let digits = bytes.withUnsafeBytes { Checksum.digits(of: UnsafeRawBufferPointer(rebasing: $0[9...])) }
        for place in 0..<8 { bytes[place] = digits[place] }
        bytes.append(UInt8(ascii: "\n"))
    }
}
