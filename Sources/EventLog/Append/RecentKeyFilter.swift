import Events

/// Remembers which keys were stored recently, so that a client's usual retry does not make a COPY fail.
///
/// A pair of Bloom filters, each setting five bits in one word for a key (F. Putze, P. Sanders, J. Singler, "Cache-,
/// Hash- and Space-Efficient Bloom Filters", 2007). It never misses a key of its two generations, and reports about one
/// unknown key in a thousand as known. The answer only selects the keys to ask the database for, so a false positive
/// costs time but no event. When the younger filter is full it becomes the older one, and the older one is dropped.
package struct RecentKeyFilter {
    /// Bits of memory for each key; fewer bits give more false positives.
    private static let bitsPerKey = 32
    private static let bitsSet = 5
    /// A random seed, so that no client can choose keys that collide.
    private static let secret = UInt64.random(in: .min ... .max)

    private let generationSize: Int
    private let wordCount: Int
    private var younger: [UInt64] = []
    private var older: [UInt64] = []
    private var count = 0

    /// Creates a filter that remembers at least the last `generationSize` keys and at most twice as many.
    /// `generationSize` must be a power of two. The filter takes 8 bytes for each of them.
    package init(generationSize: Int) {
        self.generationSize = generationSize
        wordCount = generationSize * Self.bitsPerKey / UInt64.bitWidth
    }

    /// Returns whether the key may have been inserted recently. False is certain.
    package func mayContain(_ key: EventKey) -> Bool { mayContain(place(of: Self.hash(of: key))) }

    @inline(__always)
    private func mayContain(_ place: (word: Int, bits: UInt64)) -> Bool {
        let (word, bits) = place
        return !younger.isEmpty && younger[word] & bits == bits || !older.isEmpty && older[word] & bits == bits
    }

    /// Remembers a key. Returns whether it may have been there before.
    package mutating func insert(_ key: EventKey) -> Bool { insert(hash: Self.hash(of: key)) }

    /// Remembers the key with this hash. A caller with many keys computes their hashes first: then the words of several
    /// keys are fetched from memory at the same time.
    mutating func insert(hash: UInt64) -> Bool {
        let place = place(of: hash)
        let mayBeThere = mayContain(place)
        if younger.isEmpty || count >= generationSize { beginGeneration() }
        younger[place.word] |= place.bits
        count += 1
        return mayBeThere
    }

    /// Makes the younger filter the older one and starts an empty one in the memory of the dropped one, so that no
    /// memory is allocated after the second generation.
    private mutating func beginGeneration() {
        swap(&younger, &older)
        count = 0
        if younger.isEmpty { younger = [UInt64](repeating: 0, count: wordCount) }
        for index in younger.indices { younger[index] = 0 }
    }

    /// Returns the index of the word that holds the bits of the key with this hash, and the bits.
    private func place(of hash: UInt64) -> (word: Int, bits: UInt64) {
        var bits: UInt64 = 0
        for index in 0..<Self.bitsSet { bits |= 1 << (hash >> UInt64(index * 6) & 63) }
        return (Int(truncatingIfNeeded: hash >> 32) & (wordCount - 1), bits)
    }

    /// Returns the hash by which a key is remembered.
    static func hash(of key: EventKey) -> UInt64 {
        var hash = fold(fold(secret, key.installationID.high), key.installationID.low)
        hash = fold(fold(hash, key.id.high), key.id.low)
        hash = fold(hash, UInt64(bitPattern: key.occurredAt.microseconds))
        return fold(hash, UInt64(UInt32(bitPattern: key.app)))
    }

    private static func fold(_ hash: UInt64, _ part: UInt64) -> UInt64 {
        let product = (hash ^ part).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
