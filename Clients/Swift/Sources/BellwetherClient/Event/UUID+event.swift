package import Foundation

extension UUID {
    private static let last = Lock(UUID().uuid)

    /// Returns a new id. The first one in a process is random, and each further one is greater by one: a random id for each event
    /// would take longer than the rest of it.
    package static func next() -> UUID {
        last.withLock { id in
            withUnsafeMutableBytes(of: &id) { bytes in
                // The last seven bytes count. The others keep the version, the variant and 66 random bits.
                var place = 15
                repeat {
                    bytes[place] &+= 1
                    place -= 1
                } while bytes[place + 1] == 0 && place > 8
            }
            return UUID(uuid: id)
        }
    }

    /// Appends the 36 characters of `uuidString`.
    func write(to writer: inout ByteWriter) {
        writer.append("00000000-0000-0000-0000-000000000000")
        let (end, capital) = (writer.count, UInt8(ascii: "A"))
        let (high, low) = withUnsafeBytes(of: uuid) { id in
            (id.loadUnaligned(as: UInt64.self).bigEndian, id.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian)
        }
        writer.put(high >> 32, radix: 16, letters: capital, before: end - 28)
        writer.put(high >> 16 & 0xFFFF, radix: 16, letters: capital, before: end - 23)
        writer.put(high & 0xFFFF, radix: 16, letters: capital, before: end - 18)
        writer.put(low >> 48, radix: 16, letters: capital, before: end - 13)
        writer.put(low & 0xFFFF_FFFF_FFFF, radix: 16, letters: capital, before: end)
    }
}
