/// Turns compressed bytes, given piece by piece, into what they hold, in memory that does not depend on how much that is.
protocol Inflater: AnyObject {
    /// Whether all that was given so far is whole: the data may end here.
    var isWhole: Bool { get }

    /// Inflates some of `input` into `output`; goes forward in one of the two unless `input` is empty or damaged.
    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> InflatedPiece
}

/// What one step of an inflater did.
struct InflatedPiece {
    /// Bytes of the input that are done with.
    var consumed = 0
    /// Bytes of the output that are sound, also where damage follows them.
    var produced = 0
    /// Why there is nothing more to come.
    var damage: Damage?
}

/// What is wrong with compressed data.
enum Damage: Sendable, Hashable {
    /// It ends too early.
    case truncated
    /// It is not what its format says.
    case corrupt
    /// It needs more memory than is given to it.
    case windowTooLarge
}

/// The formats that are inflated.
enum Compression: Sendable, Hashable {
    case gzip
    case zstd

    /// Bytes that must be seen to recognise one.
    static let headLength = 4

    /// The format of data that begins with `head`, whatever its name is: gzip (RFC 1952) and Zstandard (RFC 8878), whose
    /// data may begin with a skippable frame.
    init?(head: some Sequence<UInt8>) {
        let head = Array(head.prefix(Self.headLength))
        switch head.count {
        case 2... where head.starts(with: [0x1F, 0x8B]): self = .gzip
        case 4 where head == [0x28, 0xB5, 0x2F, 0xFD]: self = .zstd
        case 4 where head[0] & 0xF0 == 0x50 && head[1...] == [0x2A, 0x4D, 0x18]: self = .zstd
        default: return nil
        }
    }

    /// The format that a file's name promises.
    init?(path: String) {
        if path.hasSuffix(".gz") {
            self = .gzip
        } else if path.hasSuffix(".zst") {
            self = .zstd
        } else {
            return nil
        }
    }

    /// An inflater at the start of such data.
    func inflater() -> any Inflater {
        switch self {
        case .gzip: GzipInflater()
        case .zstd: ZstdInflater()
        }
    }
}
