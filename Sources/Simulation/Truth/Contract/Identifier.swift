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

        /// Returns whether `left` sorts first by bytes.
        package static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
    }
}
