/// A UUID of any version (RFC 9562), stored as two 8-byte halves and ordered by its 16 bytes.
public struct EventUUID: Sendable, Hashable, Comparable {
    /// The first 8 bytes, most significant first.
    public var high: UInt64
    /// The last 8 bytes, most significant first.
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses 8-4-4-4-12 hexadecimal digits in any case; nil for any other text.
    public init?(_ text: String) {
        var text = text
        guard let uuid = text.withUTF8({ EventUUID(utf8: $0) }) else { return nil }
        self = uuid
    }

    public static func < (left: EventUUID, right: EventUUID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension EventUUID {
    /// Whether all bits are 0 or all are 1: the nil and the max UUID of RFC 9562. Systems give them in place of an id
    /// that they withhold or don't have, so many devices share them.
    @inline(__always)
    var isNilOrMax: Bool { high == low && (high == 0 || high == .max) }
}

extension EventUUID: CustomStringConvertible {
    /// The usual text form in lower case: 8-4-4-4-12 hexadecimal digits.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.length) { text in
            var digits = (high: high, low: low)
            for index in 0..<Self.length {
                guard !Self.isHyphen(index) else {
                    text[index] = UInt8(ascii: "-")
                    continue
                }
                let digit = UInt8(truncatingIfNeeded: digits.high >> 60)
                text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                digits = (digits.high << 4 | digits.low >> 60, digits.low << 4)
            }
            return Self.length
        }
    }
}

extension EventUUID {
    private static let length = 36

    private static func isHyphen(_ index: Int) -> Bool {
        index == 8 || index == 13 || index == 18 || index == 23
    }

    /// Parses 8-4-4-4-12 hexadecimal digits in any case; nil for any other text.
    @inline(__always)
    init?(utf8 text: Bytes) {
        guard text.count == Self.length, let start = text.baseAddress else { return nil }
        let hyphen = UInt8(ascii: "-")
        guard start[8] == hyphen, start[13] == hyphen, start[18] == hyphen, start[23] == hyphen,
            let first = EightBytes(at: start).hexNumber(with: EightBytes(fourAt: start + 9, fourAt: start + 14)),
            let last = EightBytes(fourAt: start + 19, fourAt: start + 24).hexNumber(with: EightBytes(at: start + 28))
        else { return nil }
        (high, low) = (first, last)
    }
}
