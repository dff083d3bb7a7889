/// Decompresses bytes piece by piece, in memory that does not grow with the data.
protocol Inflater: AnyObject {
    /// Whether the data given so far is complete and may end here.
    var isWhole: Bool { get }

    /// Decompresses part of `input` into `output`. Consumes or produces something, unless `input` is empty or damaged.
    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> InflatedPiece
}

/// The result of one step of an inflater.
struct InflatedPiece {
    /// Bytes of the input that were consumed.
    var consumed = 0
    /// Valid bytes in the output, even if damage follows them.
    var produced = 0
    /// Why the data can't be read further; nil if it can.
    var damage: Damage?
}

/// A defect of compressed data.
enum Damage: Sendable, Hashable {
    /// The data ends too early.
    case truncated
    /// The data violates its format.
    case corrupt
    /// Decompression needs more memory than we allow.
    case windowTooLarge
    /// There is hardly anything in it but blank lines or other white space between records.
    case mostlyBlank
}

/// The supported compression formats.
enum Compression: Sendable, Hashable {
    case gzip
    case zstd

    /// Bytes needed to detect a format.
    static let headLength = 4

    /// Detects the format from the first bytes, whatever the file's name: gzip (RFC 1952) or Zstandard (RFC 8878),
    /// which may begin with a skippable frame.
    init?(head: some Sequence<UInt8>) {
        let head = Array(head.prefix(Self.headLength))
        switch head.count {
        case 2... where head.starts(with: [0x1F, 0x8B]): self = .gzip
        case 4 where head == [0x28, 0xB5, 0x2F, 0xFD]: self = .zstd
        case 4 where head[0] & 0xF0 == 0x50 && head[1...] == [0x2A, 0x4D, 0x18]: self = .zstd
        default: return nil
        }
    }

    /// Returns the format that a file's name promises; nil if none.
    init?(path: String) {
        if path.hasSuffix(".gz") {
            self = .gzip
        } else if path.hasSuffix(".zst") {
            self = .zstd
        } else {
            return nil
        }
    }

    /// Returns a new inflater for the format.
    func inflater() -> any Inflater {
        switch self {
        case .gzip: GzipInflater()
        case .zstd: ZstdInflater()
        }
    }
}
