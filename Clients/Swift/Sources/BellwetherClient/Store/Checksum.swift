#if canImport(zlib)
import zlib
#else
import CZlib
#endif

/// The CRC-32 of zlib (ISO 3309) as eight lower-case hexadecimal digits.
enum Checksum {
    static func digits(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let sum = crc32(0, bytes.bindMemory(to: UInt8.self).baseAddress, uInt(bytes.count))
        return digits(UInt32(truncatingIfNeeded: sum))
    }

    /// The digits of a number.
    static func digits(_ number: UInt32) -> [UInt8] {
        let digits: StaticString = "0123456789abcdef"
        return [UInt8](unsafeUninitializedCapacity: 8) { bytes, count in
            for place in 0..<8 { bytes[place] = digits.utf8Start[Int(number >> UInt32(28 - 4 * place)) & 15] }
            count = 8
        }
    }
}
