extension Truth {
    /// The sort position of an `app_version`: the empty one first, then versions of numbers and dots compared number by
    /// number, then all others as text. Numerically equal versions are ordered as text.
    struct AppVersionOrder: Comparable {
        /// A whole number of any length, stored as digits without leading zeros.
        private struct Number: Comparable {
            let digits: Substring

            init(_ digits: Substring) { self.digits = digits.drop { $0 == "0" } }

            static func < (left: Number, right: Number) -> Bool {
                let (leftCount, rightCount) = (left.digits.utf8.count, right.digits.utf8.count)
                return leftCount == rightCount ? left.digits < right.digits : leftCount < rightCount
            }
        }

        private let text: Text
        private let numbers: [Number]?

        init(_ text: Text) {
            self.text = text
            let parts = text.string.split(separator: ".", omittingEmptySubsequences: false)
            let isNumeric = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
            numbers = isNumeric ? parts.map(Number.init) : nil
        }

        /// 0 for the empty version, 1 for a numeric one, 2 for any other.
        private var rank: Int { text.isEmpty ? 0 : numbers == nil ? 2 : 1 }

        /// Returns whether it has larger numbers; false unless both are of numbers and dots.
        func isLater(than other: AppVersionOrder) -> Bool {
            guard let numbers, let otherNumbers = other.numbers else { return false }
            return otherNumbers.lexicographicallyPrecedes(numbers)
        }

        /// Returns whether `left` sorts first.
        static func < (left: AppVersionOrder, right: AppVersionOrder) -> Bool {
            if left.rank != right.rank { return left.rank < right.rank }
            guard let leftNumbers = left.numbers, let rightNumbers = right.numbers, leftNumbers != rightNumbers else {
                return left.text < right.text
            }
            return leftNumbers.lexicographicallyPrecedes(rightNumbers)
        }
    }
}
