import Glibc

/// Reads a descriptor's bytes in pieces, without decompressing them.
struct StoredBytes: ~Copyable {
    /// Bytes per read.
    static let pieceSize = 1 << 18

    private let descriptor: Int32
    private let path: String
    private var piece: [UInt8]
    /// The part of `piece` that is not yet consumed.
    private var unread: Range<Int> = 0..<0
    /// Bytes read so far.
    private(set) var count = 0
    /// Whether the end of the input was seen.
    private(set) var isAtEnd = false
    private var hash: ContentHash?

    /// Reads from an open descriptor's current position, at most `pieceSize` bytes at a time.
    init(descriptor: Int32, path: String, pieceSize: Int = Self.pieceSize) {
        self.descriptor = descriptor
        self.path = path
        piece = Array(repeating: 0, count: max(pieceSize, Compression.headLength))
    }

    /// Whether all bytes read so far are consumed.
    var isEmpty: Bool { unread.isEmpty }

    /// The bytes that are read but not consumed.
    var head: ArraySlice<UInt8> { piece[unread] }

    /// Starts hashing. Call it before the first byte is consumed.
    mutating func beginHash() {
        hash = ContentHash()
        addToHash(unread)
    }

    private mutating func addToHash(_ part: Range<Int>) {
        piece.withUnsafeBytes { hash?.update(UnsafeRawBufferPointer(rebasing: $0[part])) }
    }

    /// Calls `body` with the unconsumed bytes, and consumes as many as it returns.
    mutating func consume<Value>(_ body: (UnsafeRawBufferPointer) -> (Int, Value)) -> Value {
        let (consumed, value) = piece.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[unread])) }
        unread = unread.lowerBound + consumed..<unread.upperBound
        return value
    }

    /// Reads until `wanted` bytes are available or the input ends. Returns false if there are none.
    mutating func fill(atLeast wanted: Int = 1) throws -> Bool {
        if unread.isEmpty { unread = 0..<0 }
        while unread.count < wanted && !isAtEnd {
            let room = unread.upperBound
            let count = try piece.withUnsafeMutableBytes { bytes in
                try Self.read(descriptor, path, into: UnsafeMutableRawBufferPointer(rebasing: bytes[room...]))
            }
            note(count)
            addToHash(room..<room + count)
            unread = unread.lowerBound..<room + count
        }
        return !unread.isEmpty
    }

    /// Reads directly into `buffer` and returns the number of bytes, 0 at the end. Only for bytes that are not hashed, and if
    /// all that were read before are consumed.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = isAtEnd ? 0 : try Self.read(descriptor, path, into: buffer)
        note(count)
        return count
    }

    private mutating func note(_ count: Int) {
        self.count += count
        isAtEnd = count == 0
    }

    private static func read(
        _ descriptor: Int32, _ path: String, into buffer: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        while true {
            try waitForInput(descriptor)
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw SourceError.unreadable(path, errno) }
        }
    }

    /// Reads to the end and returns the hash of all bytes since `beginHash`; nil if that was not called.
    mutating func wholeHash() throws -> [UInt8]? {
        guard hash != nil else { return nil }
        repeat { unread = 0..<0 } while try fill()
        return hash?.bytes
    }

    /// Waits until a read would not block. Checks for cancellation, because a pipe or a terminal can be silent for
    /// long.
    private static func waitForInput(_ descriptor: Int32) throws {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat { try Task.checkCancellation() } while poll(&request, 1, 200) == 0
    }
}
