import Crypto

extension Truth {
    /// The 16 bytes of a UUID, ordered as bytes.
    package struct Identifier: Hashable, Sendable, Comparable {
        /// The first eight bytes, big-endian.
        package var high: UInt64

        /// The last eight bytes, big-endian.
        package var low: UInt64

        /// The UUID of these two halves.
        package init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }

        /// Whether the SHA-256 of the bytes begins with a byte below 4, as that of one in 64 does.
        var isSampled: Bool {
            let bytes = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
            return SHA256.hash(data: bytes).first { _ in true }.map { $0 < 4 } ?? false
        }

        /// Whether `left` comes first, byte by byte.
        package static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
    }
}
