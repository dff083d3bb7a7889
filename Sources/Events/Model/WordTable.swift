/// Distinct words, numbered from 0 in the order of their first use; without an allocation a word.
///
/// An open-addressing hash table over one block of bytes. Nobody outside can choose words that collide: the hash has a secret,
/// made anew for each run of the program (after "wyhash", Wang Yi: folded products of what is hashed and the secret).
public struct WordTable: Sendable {
    /// A word by its first and last eight bytes, which may overlap, its hash and its place in `bytes`.
    private struct Entry {
        var head: EightBytes
        var tail: EightBytes
        var hash: UInt64
        var start: UInt32
        var count: UInt32
    }

    private static let secret = (UInt64.random(in: 1 ... .max), UInt64.random(in: 1 ... .max))

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// Number + 1 of the word whose hash leads there, or to a place before that is taken; 0 where there is none.
    private var slots = [UInt32](repeating: 0, count: 64)
    private let secret = Self.secret

    /// No words.
    public init() {}

    /// Forgets all words, and keeps the memory for the next.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        for slot in slots.indices { slots[slot] = 0 }
    }

    /// How many words there are.
    public var count: Int { entries.count }

    /// The bytes of a word.
    public func bytes(_ number: Int) -> ArraySlice<UInt8> {
        let entry = entries[number]
        return bytes[Int(entry.start)..<Int(entry.start + entry.count)]
    }

    /// A word as text.
    public func text(_ number: Int) -> String { String(decoding: bytes(number), as: UTF8.self) }
}

extension WordTable {
    /// The number of `word`, at each of whose bytes, and at least at its first, eight must be readable; none where it is not there.
    @inline(__always)
    func find(_ word: Bytes) -> WordNumber {
        let new = entry(word)
        var slot = Int(truncatingIfNeeded: new.hash) & (slots.count &- 1)
        while slots[slot] != 0 {
            let number = slots[slot] &- 1
            if isSame(entries[Int(number)], new, word) { return WordNumber(value: number) }
            slot = (slot &+ 1) & (slots.count &- 1)
        }
        return .none
    }

    /// The number of `word`, at each of whose bytes, and at least at its first, eight must be readable; it is added where it is not there.
    @inline(__always)
    mutating func number(_ word: Bytes) -> WordNumber {
        let found = find(word)
        return found == .none ? add(word) : found
    }

    private mutating func add(_ word: Bytes) -> WordNumber {
        if entries.count &* 2 >= slots.count { grow() }
        var entry = entry(word)
        entry.start = UInt32(bytes.count)
        bytes.append(contentsOf: word)
        entries.append(entry)
        place(entries.count - 1)
        return WordNumber(value: UInt32(entries.count - 1))
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 4)
        for number in entries.indices { place(number) }
    }

    private mutating func place(_ number: Int) {
        var slot = Int(truncatingIfNeeded: entries[number].hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(number + 1)
    }

    @inline(__always)
    private func entry(_ word: Bytes) -> Entry {
        guard let start = word.baseAddress else { preconditionFailure("a word has an address") }
        let head = EightBytes(at: start, count: word.count)
        let tail = word.count > 8 ? EightBytes(at: start + (word.count - 8)) : head
        var hash = Self.fold(head.bits ^ secret.0, tail.bits ^ secret.1 ^ UInt64(word.count))
        var offset = 8
        while offset &+ 8 < word.count {
            hash = Self.fold(hash ^ EightBytes(at: start + offset).bits, secret.1)
            offset &+= 8
        }
        return Entry(head: head, tail: tail, hash: hash, start: 0, count: UInt32(truncatingIfNeeded: word.count))
    }

    @inline(__always)
    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    @inline(__always)
    private func isSame(_ entry: Entry, _ new: Entry, _ word: Bytes) -> Bool {
        entry.head == new.head && entry.tail == new.tail && entry.count == new.count
            && (entry.count <= 16 || hasMiddle(entry, word))
    }

    /// Whether the bytes of an entry and of a word of its length are the same but for the first and the last eight.
    private func hasMiddle(_ entry: Entry, _ word: Bytes) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard let kept = bytes.baseAddress, let start = word.baseAddress else { return false }
            for offset in stride(from: 8, to: word.count - 8, by: 8)
            where EightBytes(at: kept + Int(entry.start) + offset) != EightBytes(at: start + offset) { return false }
            return true
        }
    }
}
