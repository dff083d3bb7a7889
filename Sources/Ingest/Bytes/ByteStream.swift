import Glibc

/// Reads a descriptor's bytes, and decompresses them if they are compressed.
struct ByteStream: ~Copyable {
    private let path: String
    private var stored: StoredBytes
    private var inflater: (any Inflater)?
    private var isBegun = false
    /// Why the stream ended early; nil if it did not.
    private(set) var damage: Damage?

    /// Creates a stream from an open descriptor's current position. Reads at most `pieceSize` bytes at a time.
    init(descriptor: Int32, path: String, pieceSize: Int = StoredBytes.pieceSize) {
        self.path = path
        stored = StoredBytes(descriptor: descriptor, path: path, pieceSize: pieceSize)
    }

    /// Whether the bytes read so far are compressed.
    var isCompressed: Bool { inflater != nil }

    /// Bytes read so far, before decompression.
    var storedCount: Int { stored.count }

    /// Reads the next bytes into `buffer` and returns their number, 0 at the end.
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

    /// Reads the rest and returns the hash of all stored bytes. Returns nil if the data is not compressed: the
    /// caller can then hash what it has read.
    mutating func storedHash() throws -> [UInt8]? { try stored.wholeHash() }

    /// Detects whether the data is compressed.
    private mutating func begin() throws {
        isBegun = true
        guard try stored.fill(atLeast: Compression.headLength) else {
            // Even empty data has a header when it is compressed.
            if Compression(path: path) != nil { damage = .truncated }
            return
        }
        if let compression = Compression(head: stored.head) {
            inflater = compression.inflater()
        } else if let promised = Compression(path: path), !stored.head.beginsLikeJSON,
            ForeignForm(head: stored.head) == nil
        {
            // Its first bytes are damaged; the inflater reports that.
            inflater = promised.inflater()
        }
        if inflater != nil { stored.beginHash() }
    }

    private mutating func copy(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !stored.isEmpty else { return try stored.read(into: buffer) }
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
    /// Whether the first byte can begin a text with events: whitespace, a brace, a bracket or a byte order mark.
    fileprivate var beginsLikeJSON: Bool {
        first { _ in true }.map { $0.isBlank || $0 == 0x0A || [0x7B, 0x5B, 0xEF].contains($0) } ?? true
    }
}
