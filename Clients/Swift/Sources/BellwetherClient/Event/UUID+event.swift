package import Foundation

extension UUID {
    private static let series = Lock(newSeries())

    /// Returns a new id: random bytes of the series, and a count. Only random bytes would take longer than the rest of an event.
    package static func next() -> UUID {
        series.withLock { series in
            series.1 += 1
            // The highest bits are the variant of RFC 9562.
            return UUID(uuid: unsafeBitCast((series.0, (1 << 63 | series.1).bigEndian), to: uuid_t.self))
        }
    }

    /// Begins a series that has nothing in common with the ids before it. Returns a random id.
    @Sendable package static func beginSeries() -> UUID {
        series.withLock { $0 = newSeries() }
        return UUID()
    }

    private static func newSeries() -> (UInt64, UInt64) {
        (unsafeBitCast(UUID().uuid, to: (UInt64, UInt64).self).0, .random(in: 0..<1 << 61))
    }

    /// Appends the 36 characters of `uuidString`.
    func write(to writer: inout ByteWriter) {
        writer.append("00000000-0000-0000-0000-000000000000")
        let (end, capital) = (writer.count, UInt8(ascii: "A"))
        let halves = unsafeBitCast(uuid, to: (UInt64, UInt64).self)
        let (high, low) = (halves.0.bigEndian, halves.1.bigEndian)
        writer.put(high >> 32, radix: 16, letters: capital, before: end - 28)
        writer.put(high >> 16 & 0xFFFF, radix: 16, letters: capital, before: end - 23)
        writer.put(high & 0xFFFF, radix: 16, letters: capital, before: end - 18)
        writer.put(low >> 48, radix: 16, letters: capital, before: end - 13)
        writer.put(low & 0xFFFF_FFFF_FFFF, radix: 16, letters: capital, before: end)
    }
}
