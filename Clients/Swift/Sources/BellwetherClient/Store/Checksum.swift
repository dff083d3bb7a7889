#if canImport(zlib)
import zlib
#else
import CZlib
#endif

/// The CRC-32 of zlib (ISO 3309).
enum Checksum {
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes.bindMemory(to: UInt8.self).baseAddress, uInt(bytes.count)))
    }
}
