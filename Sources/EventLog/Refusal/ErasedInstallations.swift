import Crypto
package import Events
package import Postgres

/// The installations that were erased, as a writer remembers them: by their hashes, and nothing else of them.
package struct ErasedInstallations {
    /// A hash that has taken in the database's key and nothing else; nil until it is needed.
    private var keyed: HMAC<SHA256>?
    private var hashes: Set<InstallationHash> = []
    /// How many the database has as far as is known.
    private var count = 0

    init() {}

    /// Makes writers refuse installations from the commit on. What they store before it is in the log when this returns: they
    /// hold GATE, which it waits for.
    package static func add(_ installations: [EventUUID], _ connection: borrowing Connection) throws {
        var known = ErasedInstallations()
        try connection.transaction { connection in
            try connection.execute(Fence.gate.exclusive)
            try known.readKey(connection)
            let hashes = installations.map { known.hash(of: $0).hex }
            try connection.execute(Self.insert, [.array(hashes)])
            try connection.execute(Self.tellWriters)
        }
    }

    /// Reads them again if the database, which has so many, has others.
    mutating func refresh(_ current: Int, _ connection: borrowing Connection) throws {
        guard current != count else { return }
        try readKey(connection)
        let found = try connection.execute(Self.selectHashes)
        hashes = Set((0..<found.rowCount).compactMap { found.bytes($0, 0).flatMap(InstallationHash.init) })
        count = current
    }

    /// The places in a batch of the events of installations that were erased.
    func places(in events: EventBatch) -> [Int] {
        guard !hashes.isEmpty else { return [] }
        var judged: [EventUUID: Bool] = [:]
        return events.records.indices.filter { place in
            let installation = events.records[place].installationID
            if let isErased = judged[installation] { return isErased }
            let isErased = hashes.contains(hash(of: installation))
            judged[installation] = isErased
            return isErased
        }
    }

    /// Whether a rejected delivery names one of them, in whatever place.
    func areNamed(in line: RejectedLine) -> Bool {
        guard !hashes.isEmpty else { return false }
        if let installation = line.reject.installationID, hashes.contains(hash(of: installation)) { return true }
        return line.bytes.uuids.contains { hashes.contains(hash(of: $0)) }
    }

    private func hash(of installation: EventUUID) -> InstallationHash {
        guard var hash = keyed else { preconditionFailure("the key of the hashes was not read") }
        hash.update(data: withUnsafeBytes(of: (installation.high.bigEndian, installation.low.bigEndian)) { Array($0) })
        return hash.finalize().withUnsafeBytes { InstallationHash(bytes: $0) }
    }

    private mutating func readKey(_ connection: borrowing Connection) throws {
        let key = try connection.execute(Self.selectKey).bytes(0, 0) ?? []
        keyed = HMAC(key: SymmetricKey(data: key))
    }

    private static let selectKey = Statement("read erasure key", "SELECT refusal.erasure_key FROM log.refusal")
    private static let selectHashes = Statement("read erased", "SELECT erased.installation_hash FROM log.erased")

    private static let insert = Statement(
        "refuse installations",
        """
        INSERT INTO log.erased (installation_hash, erased_at)
        SELECT decode(named.hash, 'hex'), clock_timestamp()
        FROM unnest($1::text[]) AS named (hash)
        ON CONFLICT DO NOTHING
        """)
    private static let tellWriters = Statement(
        "tell writers",
        "UPDATE log.refusal SET erased_installations = (SELECT count(*) FROM log.erased) WHERE refusal.only_row")
}

/// HMAC-SHA-256 (RFC 2104) of the 16 bytes of an `installation_id`, under the database's key.
private struct InstallationHash: Hashable {
    /// The 32 bytes, as they lie in memory.
    private let words: [UInt64]

    init(bytes: UnsafeRawBufferPointer) {
        words = (0..<4).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
    }

    /// nil for another number of bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self = bytes.withUnsafeBytes { InstallationHash(bytes: $0) }
    }

    var hex: String { words.withUnsafeBytes { $0.hex } }
}

extension [UInt8] {
    /// What has the form of a UUID, wherever it stands: with hyphens, or 32 digits that are by themselves. Zeros are passed over:
    /// in UTF-16 one stands beside each digit.
    fileprivate var uuids: [EventUUID] {
        let bytes = contains(0) ? filter { $0 != 0 } : self
        return bytes.hyphenatedUUIDs + bytes.plainUUIDs
    }

    private var hyphenatedUUIDs: [EventUUID] {
        let (length, hyphens) = (36, [8, 13, 18, 23])
        return (0..<Swift.max(count - length + 1, 0))
            .filter { start in hyphens.allSatisfy { self[start + $0] == UInt8(ascii: "-") } }
            .compactMap { start in EventUUID(String(decoding: self[start..<start + length], as: UTF8.self)) }
    }

    private var plainUUIDs: [EventUUID] {
        split { !$0.isHexDigit }.filter { $0.count == 32 }.compactMap { digits in
            let text = String(decoding: digits, as: UTF8.self)
            guard let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16) else {
                return nil
            }
            return EventUUID(high: high, low: low)
        }
    }
}

extension UInt8 {
    /// Whether it is a hexadecimal digit in ASCII.
    fileprivate var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
