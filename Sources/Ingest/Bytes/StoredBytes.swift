import Crypto
import Glibc

/// The bytes of a descriptor as they are stored, read in pieces.
struct StoredBytes: ~Copyable {
    /// How much is read at once.
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

    /// Reads an open descriptor from where it is, at most `pieceSize` bytes at once.
    init(descriptor: Int32, path: String, pieceSize: Int = Self.pieceSize) {
        self.descriptor = descriptor
        self.path = path
        piece = Array(repeating: 0, count: max(pieceSize, Compression.headLength))
    }

    /// Whether nothing is there that was read and not consumed.
    var isEmpty: Bool { unread.isEmpty }

    /// The bytes that are read and not consumed, without consuming them.
    var head: ArraySlice<UInt8> { piece[unread] }

    /// From here on the bytes are hashed; to be called before the first is consumed.
    mutating func beginHash() {
        hash = SHA256()
        addToHash(unread)
    }

    private mutating func addToHash(_ part: Range<Int>) {
        guard var hash else { return }
        piece.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[part])) }
        self.hash = hash
    }

    /// Gives `body` what is there and consumes as much as it says.
    mutating func consume<Value>(_ body: (UnsafeRawBufferPointer) -> (Int, Value)) -> Value {
        let (consumed, value) = piece.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[unread])) }
        unread = unread.lowerBound + consumed..<unread.upperBound
        return value
    }

    /// Reads more, until `wanted` bytes are there or the input ends; false if none are there then.
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

    /// Reads to the end and gives the SHA-256 of all bytes since `beginHash`; nil if that was not called.
    mutating func wholeSHA256() throws -> [UInt8]? {
        guard hash != nil else { return nil }
        repeat { unread = 0..<0 } while try fill()
        return hash?.bytes
    }

    /// Returns when a read would not block: a pipe or a terminal may have nothing for a long time, in which the task may be
    /// cancelled.
    private func waitForInput() throws {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat { try Task.checkCancellation() } while poll(&request, 1, 200) == 0
    }
}
