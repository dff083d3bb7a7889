/// Numbers distinct words from 0 in the order of first use, without an allocation per word.
///
/// An open-addressing hash table over one block of bytes. The hash (after "wyhash" by Wang Yi: folded 128-bit products
/// of the input and a secret) uses a random secret for each run of the program, so that clients can't choose words that
/// collide.
public struct WordTable: Sendable {
    /// A word: its first and last eight bytes (which may overlap), its hash, and its position in `bytes`.
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
    /// The hash table: a word's number + 1, or 0 for a free slot. A word is in the slot that its hash selects or, if
    /// that is taken, in the next free one.
    private var slots = [UInt32](repeating: 0, count: 64)
    private let secret = Self.secret

    /// Creates an empty table.
    public init() {}

    /// Removes all words but keeps the memory for reuse.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        for slot in slots.indices { slots[slot] = 0 }
    }

    public var count: Int { entries.count }

    public func bytes(_ number: Int) -> ArraySlice<UInt8> {
        let entry = entries[number]
        return bytes[Int(entry.start)..<Int(entry.start + entry.count)]
    }

    public func text(_ number: Int) -> String { String(decoding: bytes(number), as: UTF8.self) }
}

extension WordTable {
    /// Returns the number of `word`; none if it is not in the table. Eight bytes must be readable starting at any byte
    /// of `word`, or at its start if it is empty.
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

    /// Returns the number of `word`, adding it if it is new. The same bytes must be readable as for `find`.
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

    /// Returns whether a word and an entry of the same length agree between their first and last eight bytes.
    private func hasMiddle(_ entry: Entry, _ word: Bytes) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard let kept = bytes.baseAddress, let start = word.baseAddress else { return false }
            for offset in stride(from: 8, to: word.count - 8, by: 8)
            where EightBytes(at: kept + Int(entry.start) + offset) != EightBytes(at: start + offset) { return false }
            return true
        }
    }
}
