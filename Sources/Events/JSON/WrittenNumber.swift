/// A number as it is written: ±`mantissa` · 10^`exponent`.
struct WrittenNumber {
    /// Whether the number has a minus sign.
    var isNegative: Bool
    /// The digits without the sign, with at most one decimal point, which has at least one digit on each side.
    var mantissa: Bytes
    /// The power of ten by which the mantissa is multiplied.
    var exponent: Int

    /// 2^1024 − 2^970, which is half a step above the greatest double. From this number on, the nearest double is
    /// infinite (IEEE 754, ties to even).
    private static let leastInfinite: StaticString = """
        1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070963302\
        8641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027006985\
        5571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792
        """

    /// Whether the nearest double is infinite. Exact for any number of digits.
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

    /// The value if it is a whole number in 0…2⁵³−1, the range in which doubles hold every whole number exactly (RFC
    /// 8259, section 6); otherwise nil.
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

    /// The index in the mantissa of the first digit d₁ that is not 0, and the power of ten by which 0.d₁d₂… must be
    /// multiplied to give the value; nil for zero.
    private var firstDigit: (index: Int, magnitude: Int)? {
        guard let index = mantissa.firstIndex(where: { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: ".") }) else {
            return nil
        }
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count
        return (index, exponent + point - index + (index < point ? 0 : 1))
    }
}
