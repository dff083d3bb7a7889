extension Truth {
    /// An `app_version` by its numbers: versions of numbers and dots are compared number by number.
    struct AppVersionOrder {
        /// A whole number of any length, stored as digits without leading zeros.
        private struct Number: Comparable {
            let digits: Substring

            init(_ digits: Substring) { self.digits = digits.drop { $0 == "0" } }

            static func < (left: Number, right: Number) -> Bool {
                let (leftCount, rightCount) = (left.digits.utf8.count, right.digits.utf8.count)
                return leftCount == rightCount ? left.digits < right.digits : leftCount < rightCount
            }
        }

        private let numbers: [Number]?

        init(_ text: Text) {
            let parts = text.string.split(separator: ".", omittingEmptySubsequences: false)
            let isNumeric = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
            numbers = isNumeric ? parts.map(Number.init) : nil
        }

        /// Returns whether it has larger numbers; false unless both are of numbers and dots.
        func isLater(than other: AppVersionOrder) -> Bool {
            guard let numbers, let otherNumbers = other.numbers else { return false }
            return otherNumbers.lexicographicallyPrecedes(numbers)
        }
    }
}
