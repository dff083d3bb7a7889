/// Decimal numbers as PostgreSQL writes them.
package enum Decimal {
    private static let zero = UInt8(ascii: "0")

    /// Returns a number as files have it: with at most 6 decimals, rounded half away from zero.
    package static func published(_ number: String) -> String {
        let text = Array(number.utf8)
        guard let point = text.firstIndex(of: UInt8(ascii: ".")), text.count > point + 7 else { return number }
        let digits = text[..<(point + 7)]
        let rounded = text[point + 7] < zero + 5 ? Array(digits) : incremented(digits)
        let isZero = !rounded.contains { (zero + 1...zero + 9).contains($0) }
        return String(
            decoding: isZero && rounded.first == UInt8(ascii: "-") ? rounded.dropFirst() : rounded[...], as: UTF8.self)
    }

    /// Returns the number with its last digit one higher, carried over to the digits before it.
    private static func incremented(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(digits)
        for place in digits.indices.reversed() where (zero...zero + 9).contains(digits[place]) {
            guard digits[place] == zero + 9 else {
                digits[place] += 1
                return digits
            }
            digits[place] = zero
        }
        let first = digits.first == UInt8(ascii: "-") ? 1 : 0
        digits.insert(zero + 1, at: first)
        return digits
    }
}

extension Double {
    /// The number as files have it, rounded to 6 decimals.
    var published: Double { (self * 1_000_000).rounded() / 1_000_000 }
}
