import Crypto
import Events
import Postgres

/// The rejects of a batch as the quarantine keeps them, in the order of its key, so that concurrent batches don't deadlock.
///
/// Equal lines of a file are numbered within the batch, so that a line is kept as often as it stands there, and not again when
/// the file is read again. Over HTTP equal rejects are kept once, and no more than a key may put there in a day. A retry
/// judges by the key's app: with that of another, or from a file, the same bytes are another delivery.
struct QuarantineRows {
    /// `line_is_quarantined_once`.
    fileprivate struct Key {
        /// The first 16 bytes of the SHA-256, in two halves.
        let hash: (high: UInt64, low: UInt64)
        let byteCount: Int
        let keyAppID: String?
        /// Which of several equal lines, from 1.
        var copy = 1

        init(_ reject: RejectedLine) {
            hash = SHA256.hash(data: reject.bytes).withUnsafeBytes { hash in
                (
                    UInt64(bigEndian: hash.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: hash.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            byteCount = reject.byteCount
            keyAppID = reject.sender.map { $0.appID ?? "" }
        }

        func isCopy(of other: Key) -> Bool {
            hash == other.hash && byteCount == other.byteCount && keyAppID == other.keyAppID
        }

        static func < (left: Key, right: Key) -> Bool {
            if left.hash != right.hash { return left.hash < right.hash }
            if left.byteCount != right.byteCount { return left.byteCount < right.byteCount }
            if left.keyAppID == right.keyAppID { return left.copy < right.copy }
            // Null first.
            guard let app = right.keyAppID else { return false }
            return left.keyAppID.map { $0 < app } ?? true
        }
    }

    private struct Entry {
        var key: Key
        /// The reject's place in the batch.
        let index: Int
        /// Whether the batch before has none with this key.
        var isNew = true
    }

    private var entries: [Entry]

    /// `previous`: of the batch that is committed before; what it has is left out.
    init(of rejects: [RejectedLine], after previous: QuarantineRows?) {
        entries = rejects.indices.map { Entry(key: Key(rejects[$0]), index: $0) }
            .sorted { $0.key < $1.key || !($1.key < $0.key) && $0.index < $1.index }
        for place in entries.indices.dropFirst() where entries[place].key.isCopy(of: entries[place - 1].key) {
            if entries[place].key.keyAppID == nil {
                entries[place].key.copy = entries[place - 1].key.copy + 1
            } else {
                entries[place].isNew = false
            }
        }
        if let previous { remove(previous) }
    }

    private mutating func remove(_ other: QuarantineRows) {
        var start = 0
        for place in entries.indices {
            while start < other.entries.count, other.entries[start].key < entries[place].key { start += 1 }
            guard start < other.entries.count else { return }
            if !(entries[place].key < other.entries[start].key) { entries[place].isNew = false }
        }
    }

    /// Leaves out the rejects at the places in the batch that `isMeant` is true for.
    mutating func remove(where isMeant: (Int) -> Bool) {
        for place in entries.indices where isMeant(entries[place].index) { entries[place].isNew = false }
    }

    /// Puts the rejects of a batch, of which these are the rows, into the quarantine, and says how many were not kept, being
    /// beyond what their keys may put there in a day. One from a file that is there makes it fail unless `mayBeStored`.
    func copy(_ batch: Batch, batchID: Int, mayBeStored: Bool, _ connection: borrowing Connection) throws -> Int {
        guard entries.contains(where: \.isNew) else { return 0 }
        let isStaged = mayBeStored || batch.rejects.contains { $0.sender != nil }
        if isStaged { try connection.script(Self.makeStaging) }
        let now = try connection.execute(Self.now).singleInt()
        try connection.copyIn(isStaged ? Self.stage : Self.store) { rows in
            for entry in entries where entry.isNew {
                rows.beginRow(columns: isStaged ? 15 : 14)
                if isStaged { rows.write((batch.rejects[entry.index].sender?.key).map(Int64.init)) }
                rows.write(microseconds: Int64(now))
                rows.write(Int64(batchID))
                rows.write(batch.source)
                entry.key.write(to: &rows)
                batch.rejects[entry.index].write(to: &rows)
            }
        }
        guard isStaged else { return 0 }
        return try connection.execute(Self.storeStaged, [.int(batch.quarantineBytesADay)]).singleInt()
    }

    private static let now = Statement("read the clock", "SELECT (extract(epoch FROM now()) * 1000000)::bigint")

    private static let store = Statement(
        "store rejects",
        """
        COPY log.quarantine (
            quarantined_at, batch_id, source, line_hash, byte_count, copy, received_at, line, reason, installation_id, app_id,
            key_app_id, detail, bytes
        ) FROM STDIN (FORMAT binary)
        """)

    private static let makeStaging = Statement(
        "make reject staging",
        """
        CREATE TEMPORARY TABLE IF NOT EXISTS staged_reject ON COMMIT DELETE ROWS AS
        SELECT
            NULL::bigint AS collector_key, quarantined_at, batch_id, source, line_hash, byte_count, copy, received_at, line, reason, installation_id, app_id,
            key_app_id, detail, bytes
        FROM log.quarantine
        WITH NO DATA
        """)

    private static let stage = Statement("stage rejects", "COPY pg_temp.staged_reject FROM STDIN (FORMAT binary)")

    private static let storeStaged = SQLFiles.statement("queries/quarantine_staged.sql")
}

extension QuarantineRows.Key {
    /// Writes `line_hash`, `byte_count` and `copy`.
    fileprivate func write(to rows: inout BinaryCopyWriter) {
        rows.writeUUID(high: hash.high, low: hash.low)
        rows.write(Int64(byteCount))
        rows.write(Int32(copy))
    }
}

extension RejectedLine {
    /// Writes the columns from `received_at`.
    fileprivate func write(to rows: inout BinaryCopyWriter) {
        rows.write(microseconds: reject.receivedAt.microseconds)
        rows.write(Int64(line))
        rows.write(reject.reason.rawValue)
        if let installation = reject.installationID {
            rows.writeUUID(high: installation.high, low: installation.low)
        } else {
            rows.writeNull()
        }
        rows.write(reject.appID)
        rows.write(sender.map { $0.appID ?? "" })
        rows.write(reject.detail)
        rows.write(bytes: bytes)
    }
}
