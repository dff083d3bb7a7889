/// Numbers of 32 bits as eight lower-case hexadecimal digits.
enum Hex {
    static let space = UInt8(ascii: " ")
    private static let digits: StaticString = "0123456789abcdef"

    /// Writes the digits over the first eight bytes.
    static func write(_ number: UInt32, to bytes: UnsafeMutableRawBufferPointer) {
        for place in 0..<8 { bytes[place] = digits.utf8Start[Int(number >> UInt32(28 - 4 * place)) & 15] }
    }

    static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for place in 0..<8 { bytes.append(digits.utf8Start[Int(number >> UInt32(28 - 4 * place)) & 15]) }
    }

    /// Reads the first eight bytes. Returns nil unless they are such digits.
    static func number(_ bytes: UnsafeRawBufferPointer) -> UInt32? {
        guard bytes.count >= 8 else { return nil }
        var number: UInt32 = 0
        for byte in bytes[..<8] {
            switch byte {
            case 48...57: number = number << 4 | UInt32(byte - 48)
            case 97...102: number = number << 4 | UInt32(byte - 87)
            default: return nil
            }
        }
        return number
    }
}
