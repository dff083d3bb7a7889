import Crypto
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
    private var hash: SHA256?

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
        hash = SHA256()
        addToHash(unread)
    }

    private mutating func addToHash(_ part: Range<Int>) {
        guard var hash else { return }
        piece.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[part])) }
        self.hash = hash
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
            try waitForInput()
            let room = unread.upperBound
            let count = piece.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress! + room, bytes.count - room)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SourceError.unreadable(path, errno) }
            isAtEnd = count == 0
            addToHash(room..<room + count)
            unread = unread.lowerBound..<room + count
            self.count += count
        }
        return !unread.isEmpty
    }

    /// Reads to the end and returns the SHA-256 of all bytes since `beginHash`; nil if that was not called.
    mutating func wholeSHA256() throws -> [UInt8]? {
        guard hash != nil else { return nil }
        repeat { unread = 0..<0 } while try fill()
        return hash?.bytes
    }

    /// Waits until a read would not block. Checks for cancellation, because a pipe or a terminal can be silent for
    /// long.
    private func waitForInput() throws {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat { try Task.checkCancellation() } while poll(&request, 1, 200) == 0
    }
}
