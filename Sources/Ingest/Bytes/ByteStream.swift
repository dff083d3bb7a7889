import Crypto
import Glibc

/// What a descriptor holds: its bytes, or, where they are compressed, what they inflate to.
struct ByteStream: ~Copyable {
    private let path: String
    private var stored: StoredBytes
    private var inflater: (any Inflater)?
    private var isBegun = false
    /// Why the stream ended before its data did; nil where it did not.
    private(set) var damage: Damage?

    /// Reads an open descriptor from where it is, at most `pieceSize` bytes at once.
    init(descriptor: Int32, path: String, pieceSize: Int = StoredBytes.pieceSize) {
        self.path = path
        stored = StoredBytes(descriptor: descriptor, path: path, pieceSize: pieceSize)
    }

    /// Bytes read so far, as they are stored.
    var storedCount: Int { stored.count }

    /// Puts the next bytes into `buffer` and gives their number, 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if !isBegun { try begin() }
        guard inflater != nil else { return try copy(into: buffer) }
        while damage == nil {
            let hasInput = try !stored.isEmpty || stored.fill()
            let piece = inflate(into: buffer)
            damage = piece.damage
            if piece.produced > 0 { return piece.produced }
            if hasInput || damage != nil { continue }
            if inflater?.isWhole == false { damage = .truncated }
            return 0
        }
        return 0
    }

    /// Reads to the end of what is stored and gives its SHA-256; nil where it is not compressed and who reads the stream
    /// can hash what it gives.
    mutating func storedSHA256() throws -> [UInt8]? { try stored.wholeSHA256() }

    /// Finds out whether the data is compressed.
    private mutating func begin() throws {
        isBegun = true
        guard try stored.fill(atLeast: Compression.headLength) else {
            // What holds nothing has a head all the same.
            if Compression(path: path) != nil { damage = .truncated }
            return
        }
        if let compression = Compression(head: stored.head) {
            inflater = compression.inflater()
        } else if let promised = Compression(path: path), !stored.head.beginsLikeJSON {
            // Damaged in its first bytes: its inflater says so.
            inflater = promised.inflater()
        }
        if inflater != nil { stored.beginHash() }
    }

    private mutating func copy(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard try !stored.isEmpty || stored.fill() else { return 0 }
        return stored.consume { bytes in
            let count = min(bytes.count, buffer.count)
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            return (count, count)
        }
    }

    private mutating func inflate(into buffer: UnsafeMutableRawBufferPointer) -> InflatedPiece {
        guard let inflater else { return InflatedPiece() }
        return stored.consume { bytes in
            let piece = inflater.inflate(bytes, into: buffer)
            return (piece.consumed, piece)
        }
    }
}

extension Sequence<UInt8> {
    /// Whether the first byte can be that of a text with events: a blank, a brace, a bracket or a byte order mark.
    fileprivate var beginsLikeJSON: Bool {
        first { _ in true }.map { $0.isBlank || $0 == 0x0A || [0x7B, 0x5B, 0xEF].contains($0) } ?? true
    }
}
