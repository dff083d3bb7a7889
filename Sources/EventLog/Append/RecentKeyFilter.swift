import Events

/// Which keys may have been stored of late, so that a client's usual retry need not make a COPY fail.
///
/// A pair of Bloom filters, each of which sets five bits in one word for a key (F. Putze, P. Sanders, J. Singler, "Cache-,
/// Hash- and Space-Efficient Bloom Filters", 2007): it never forgets a key of its generation and takes about one key in a hundred
/// for another. It only says which keys the database is to be asked for, so a mistake costs time and no event. When the younger filter
/// is full it becomes the older, and the older is forgotten.
package struct RecentKeyFilter {
    /// Bits for a key: with fewer more keys are taken for others.
    private static let bitsPerKey = 16
    private static let bitsSet = 5
    /// Nobody outside can choose keys that are taken for others.
    private static let secret = UInt64.random(in: .min ... .max)

    private let generationSize: Int
    private let wordCount: Int
    private var younger: [UInt64] = []
    private var older: [UInt64] = []
    private var count = 0

    /// Remembers the last `generationSize` keys at least and twice as many at most, a power of two, in 4 bytes for each.
    package init(generationSize: Int) {
        self.generationSize = generationSize
        wordCount = generationSize * Self.bitsPerKey / UInt64.bitWidth
    }

    /// Whether the key may be among those that were inserted of late; false is certain to be no key that is remembered.
    package func mayContain(_ key: EventKey) -> Bool { mayContain(place(of: key)) }

    @inline(__always)
    private func mayContain(_ place: (word: Int, bits: UInt64)) -> Bool {
        let (word, bits) = place
        return !younger.isEmpty && younger[word] & bits == bits || !older.isEmpty && older[word] & bits == bits
    }

    /// Remembers a key, and returns whether it may have been there.
    package mutating func insert(_ key: EventKey) -> Bool {
        let place = place(of: key)
        let mayBeThere = mayContain(place)
        if younger.isEmpty || count >= generationSize { beginGeneration() }
        younger[place.word] |= place.bits
        count += 1
        return mayBeThere
    }

    /// Makes the younger filter the older and an empty one of the memory of the older: it is the same memory as long as the program
    /// runs.
    private mutating func beginGeneration() {
        swap(&younger, &older)
        count = 0
        if younger.isEmpty { younger = [UInt64](repeating: 0, count: wordCount) }
        for index in younger.indices { younger[index] = 0 }
    }

    /// The word in which a key has its bits, and these.
    private func place(of key: EventKey) -> (word: Int, bits: UInt64) {
        var hash = fold(fold(Self.secret, key.installationID.high), key.installationID.low)
        hash = fold(fold(hash, key.id.high), key.id.low)
        hash = fold(hash, UInt64(bitPattern: key.occurredAt.microseconds))
        hash = fold(hash, UInt64(UInt32(bitPattern: key.app)))
        var bits: UInt64 = 0
        for index in 0..<Self.bitsSet { bits |= 1 << (hash >> UInt64(index * 6) & 63) }
        return (Int(truncatingIfNeeded: hash >> 32) & (wordCount - 1), bits)
    }

    private func fold(_ hash: UInt64, _ part: UInt64) -> UInt64 {
        let product = (hash ^ part).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
