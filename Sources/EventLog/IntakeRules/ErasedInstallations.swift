import Crypto
package import Events
package import Postgres

/// A writer's copy of the list of erased installations. It holds keyed hashes, not ids.
package struct ErasedInstallations {
    /// An HMAC initialized with the database's key; nil until it is needed.
    private var keyed: HMAC<SHA256>?
    private var hashes: Set<InstallationHash> = []
    /// How many the database had when `hashes` was read.
    private var count = 0

    init() {}

    /// Makes writers refuse these installations from this commit on. Waits for the writer lock, which every writer's
    /// transaction holds, so whatever they stored before is in the log when this returns.
    ///
    /// - Throws: 55P03 if a writer holds the lock for a minute.
    package static func add(_ installations: [EventUUID], _ connection: borrowing Connection) throws {
        var known = ErasedInstallations()
        try LogLock.writer.holdAlone(connection) { connection in
            try known.readKey(connection)
            let hashes = installations.map { known.hash(of: $0).hex }
            try connection.execute(Self.insert, [.array(hashes)])
            try connection.execute(Self.tellWriters)
        }
    }

    /// Reads the hashes again if the database's number of erased installations, `current`, has changed.
    mutating func refresh(_ current: Int, _ connection: borrowing Connection) throws {
        guard current != count else { return }
        try readKey(connection)
        let found = try connection.execute(Self.selectHashes)
        hashes = Set((0..<found.rowCount).compactMap { found.bytes($0, 0).flatMap(InstallationHash.init) })
        count = current
    }

    /// Returns the indexes of the batch's events whose installation was erased.
    func places(in events: EventBatch) -> [Int] {
        guard !hashes.isEmpty else { return [] }
        var known: [EventUUID: Bool] = [:]
        return events.records.indices.filter { place in
            let installation = events.records[place].installationID
            if let isErased = known[installation] { return isErased }
            let isErased = hashes.contains(hash(of: installation))
            known[installation] = isErased
            return isErased
        }
    }

    /// Returns whether a rejected delivery contains the id of an erased installation anywhere in its bytes.
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

    private static let selectKey = Statement(
        "read erasure key", "SELECT intake_rules.erasure_key FROM log.intake_rules")
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
        "UPDATE log.intake_rules SET erased_installations = (SELECT count(*) FROM log.erased) WHERE intake_rules.only_row"
    )
}

/// HMAC-SHA-256 (RFC 2104) of the 16 bytes of an `installation_id`, under the database's key.
private struct InstallationHash: Hashable {
    /// The 32 bytes in the order of memory.
    private let words: [UInt64]

    init(bytes: UnsafeRawBufferPointer) {
        words = (0..<4).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
    }

    /// Fails unless there are 32 bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self = bytes.withUnsafeBytes { InstallationHash(bytes: $0) }
    }

    var hex: String { words.withUnsafeBytes { $0.hex } }
}

extension [UInt8] {
    /// Everything in the bytes that looks like a UUID: with hyphens, or exactly 32 hexadecimal digits in a row. Ignores
    /// zero bytes, because in UTF-16 one accompanies each digit.
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
    fileprivate var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
