import CZlib

/// Decompresses gzip data (RFC 1952): any number of members, with zero bytes as padding between and after them.
final class GzipInflater: Inflater {
    // Allocated, because zlib remembers the address of the stream and refuses one that has moved.
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var isWhole = false

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15: the largest window, 32 KiB. Adding 16 accepts only gzip, not zlib's own format.
        let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib has no memory or another version than its header")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> InflatedPiece {
        if isWhole {
            let padding = input.prefix { $0 == 0 }.count
            guard padding < input.count else { return InflatedPiece(consumed: padding) }
            if padding > 0 { return InflatedPiece(consumed: padding) }
            inflateReset(stream)
            isWhole = false
        }
        // zlib does not write to its input, although older headers declare it as mutable.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        isWhole = status == Z_STREAM_END
        return InflatedPiece(
            consumed: input.count - Int(stream.pointee.avail_in),
            produced: output.count - Int(stream.pointee.avail_out),
            // Z_BUF_ERROR means that no progress was possible, which is not an error.
            damage: status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR ? nil : .corrupt)
    }
}
