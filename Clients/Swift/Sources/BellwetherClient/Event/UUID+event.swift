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
    func write(to bytes: inout [UInt8]) {
        withUnsafeBytes(of: uuid) { id in
            for place in id.indices {
                if (4...10).contains(place), place % 2 == 0 { bytes.append(UInt8(ascii: "-")) }
                bytes.append(hexadecimal: id[place], "0123456789ABCDEF")
            }
        }
    }
}
