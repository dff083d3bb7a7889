import Crypto

extension Truth {
    /// A UUID, ordered by its 16 bytes.
    package struct Identifier: Hashable, Sendable, Comparable {
        package var high: UInt64

        package var low: UInt64

        /// Creates a UUID from its first and last eight bytes, both big-endian.
        package init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }

        /// Whether the UUID is in the sample of one in 64 that `conflicting_ids` examines: its SHA-256 starts with a
        /// byte below 4.
        var isSampled: Bool {
            let bytes = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
            return SHA256.hash(data: bytes).first { _ in true }.map { $0 < 4 } ?? false
        }

        /// Returns whether `left` sorts first by bytes.
        package static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
    }
}
