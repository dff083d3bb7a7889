/// A number as it is written: ± `mantissa` · 10^`exponent`.
struct WrittenNumber {
    /// Whether a minus sign stands before it.
    var isNegative: Bool
    /// Its digits, with at most one point among them and at least one digit before and behind it.
    var mantissa: Bytes
    /// The power of ten that it is multiplied by.
    var exponent: Int

    /// 2^1024 − 2^970, half a step above the greatest double: from here on the nearest double (IEEE 754, ties to even)
    /// is infinite.
    private static let leastInfinite: StaticString = """
        1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070963302\
        8641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027006985\
        5571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792
        """

    /// Whether the double nearest to it is infinite; exact for any number of digits.
    var isInfiniteAsDouble: Bool {
        let limit = Self.leastInfinite
        guard mantissa.count + exponent >= limit.utf8CodeUnitCount, let first = firstDigit else { return false }
        guard first.magnitude == limit.utf8CodeUnitCount else { return first.magnitude > limit.utf8CodeUnitCount }
        var place = 0
        for digit in mantissa[first.index...] where digit != UInt8(ascii: ".") {
            guard place < limit.utf8CodeUnitCount else { return true }
            guard digit == limit.utf8Start[place] else { return digit > limit.utf8Start[place] }
            place += 1
        }
        return place == limit.utf8CodeUnitCount
    }

    /// Its value if that is a whole number 0…2⁵³−1, the range in which every double is exact (RFC 8259, section 6);
    /// else nil.
    var wholeValue: Int64? {
        guard let first = firstDigit else { return 0 }
        guard !isNegative, first.magnitude <= 16 else { return nil }
        var value: Int64 = 0
        var magnitude = first.magnitude
        for byte in mantissa[first.index...] {
            guard let digit = byte.decimalDigit else { continue }
            magnitude -= 1
            if magnitude >= 0 { value = value * 10 + Int64(digit) } else if digit != 0 { return nil }
        }
        for _ in 0..<max(magnitude, 0) { value *= 10 }
        return value < 1 << 53 ? value : nil
    }

    /// Where the first digit other than 0 stands in the mantissa, and the power of ten by which 0.d₁d₂… is multiplied to
    /// give the value, d₁ being that digit; nil for zero.
    private var firstDigit: (index: Int, magnitude: Int)? {
        guard let index = mantissa.firstIndex(where: { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: ".") }) else {
            return nil
        }
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count
        return (index, exponent + point - index + (index < point ? 0 : 1))
    }
}
