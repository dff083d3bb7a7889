package import Foundation

extension UUID {
    private typealias Halves = (UInt64, UInt64)
    private static let first = unsafeBitCast(UUID().uuid, to: Halves.self).0
    private static let last = Lock(UInt64.random(in: 0..<1 << 61))

    /// Returns a new id: random bytes that are the same in the whole process, and a count from a random number. Random bytes for
    /// each event would take longer than the rest of it.
    package static func next() -> UUID {
        let count = last.withLock { last in
            last += 1
            return last
        }
        // The highest bits are the variant of RFC 9562.
        return UUID(uuid: unsafeBitCast((first, (1 << 63 | count).bigEndian), to: uuid_t.self))
    }

    /// Appends the 36 characters of `uuidString`.
    func write(to writer: inout ByteWriter) {
        writer.append("00000000-0000-0000-0000-000000000000")
        let (end, capital) = (writer.count, UInt8(ascii: "A"))
        let halves = unsafeBitCast(uuid, to: Halves.self)
        let (high, low) = (halves.0.bigEndian, halves.1.bigEndian)
        writer.put(high >> 32, radix: 16, letters: capital, before: end - 28)
        writer.put(high >> 16 & 0xFFFF, radix: 16, letters: capital, before: end - 23)
        writer.put(high & 0xFFFF, radix: 16, letters: capital, before: end - 18)
        writer.put(low >> 48, radix: 16, letters: capital, before: end - 13)
        writer.put(low & 0xFFFF_FFFF_FFFF, radix: 16, letters: capital, before: end)
    }
}
