import Crypto
import Events
import Postgres

/// The rejects of a batch as rows of `log.quarantine`, in the order of its unique key, so that concurrent batches don't
/// deadlock.
///
/// Equal lines of a file are numbered within the batch: a line is kept as often as the batch holds it, and not again
/// when the file is read again. Equal rejects over HTTP are kept once. A retry validates a delivery by the app of its key,
/// so the same bytes with a key of another app, or from a file, are a different delivery.
struct RejectRows {
    /// The columns of the unique constraint `line_is_quarantined_once`.
    fileprivate struct Key {
        /// First 16 bytes of the SHA-256 of the reject, in two halves.
        let hash: (high: UInt64, low: UInt64)
        let byteCount: Int
        let keyAppID: String?
        /// Number of the line among equal lines, from 1.
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
            // Nil sorts first.
            guard let app = right.keyAppID else { return false }
            return left.keyAppID.map { $0 < app } ?? true
        }
    }

    /// The keys, each with the index of its reject in the batch.
    private var entries: [(key: Key, place: Int)] = []

    /// Hashes, numbers and sorts the rejects of a batch.
    init(of rejects: [RejectedLine]) {
        let sorted = rejects.indices.map { (key: Key(rejects[$0]), place: $0) }
            .sorted { $0.key < $1.key || !($1.key < $0.key) && $0.place < $1.place }
        for var entry in sorted {
            if let last = entries.last?.key, entry.key.isCopy(of: last) {
                guard entry.key.keyAppID == nil else { continue }
                entry.key.copy = last.copy + 1
            }
            entries.append(entry)
        }
    }

    /// Drops the rejects at the indexes for which `isMeant` is true.
    mutating func remove(where isMeant: (Int) -> Bool) { entries.removeAll { isMeant($0.place) } }

    /// Stores the rows that the quarantine does not have. Returns how many were not kept because their key has used up
    /// its bytes for the day.
    mutating func store(
        of batch: Batch, batchID: Int, _ type: RowType, _ connection: borrowing Connection
    ) throws -> Int {
        func rows(withBytes: Bool) -> Parameter {
            type.array { rows in
                for (key, place) in entries {
                    rows.write(batch.rejects[place], key, of: batch, batchID, withBytes: withBytes)
                }
            }
        }
        let sent = entries.map { batch.rejects[$0.place] }.filter { $0.sender != nil }
        var notKept: Set<Int> = []
        if !sent.isEmpty {
            let values: [Parameter] = [
                rows(withBytes: false), .array(sent.compactMap { $0.sender?.key }), .array(sent.map(\.bytes.count)),
                .int(batch.quarantineBytesADay),
            ]
            notKept = try Set(connection.execute(Self.charge, values).ints())
            entries = entries.indices.filter { !notKept.contains($0 + 1) }.map { entries[$0] }
        }
        if !entries.isEmpty { try connection.execute(Self.insert, [rows(withBytes: true)]) }
        return notKept.count
    }

    private static let charge = SQLFiles.statement("queries/charge_rejects.sql")
    private static let insert = SQLFiles.statement("queries/insert_rejects.sql")
}

extension BinaryCopyWriter {
    /// Writes a row of `log.quarantine`. Columns that the database fills in are null.
    fileprivate mutating func write(
        _ line: RejectedLine, _ key: RejectRows.Key, of batch: Batch, _ batchID: Int, withBytes: Bool
    ) {
        beginRow(columns: 18)
        writeNull()
        write(microseconds: line.reject.receivedAt.microseconds)
        for _ in 0..<3 { writeNull() }
        write(Int64(batchID))
        write(Int64(line.line))
        write(Int64(key.byteCount))
        write(Int32(key.copy))
        write(line.reject.reason.rawValue)
        writeUUID(high: key.hash.high, low: key.hash.low)
        if let installation = line.reject.installationID {
            writeUUID(high: installation.high, low: installation.low)
        } else {
            writeNull()
        }
        write(line.reject.appID)
        write(key.keyAppID)
        write(batch.source)
        write(line.reject.detail)
        if withBytes { write(bytes: line.bytes) } else { writeNull() }
        writeNull()
    }
}
