public import Postgres

/// What the ledger (the tables that record every batch) says is stored of one file. A file is identified by its bytes, not
/// by its name.
public struct FileLedger: Sendable {
    /// The right to store batches of the file.
    public let claim: Claim
    /// Whether the whole file was ingested.
    public let isComplete: Bool
    /// The stored parts, in the order of the file.
    public let stored: [Span]

    /// One worker's claim to a file. It becomes invalid when another worker claims the file, and then no batch can be
    /// stored with it. So while a claim is valid, nobody else adds parts of the file to the ledger.
    public struct Claim: Sendable {
        /// The file's number.
        public let number: Int
        /// Counts the claims to this file, from 1.
        public let claim: Int

        package init(number: Int, claim: Int) {
            self.number = number
            self.claim = claim
        }
    }

    /// Another worker has claimed the file, which can happen after this one's connection was lost.
    public struct TakenOver: Error, Sendable {}

    /// The SQLSTATE that `log.seal_batch` raises if the claim is no longer valid.
    static let takenOver = "BW001"

    /// A part of a file that one or several batches stored.
    public struct Span: Sendable {
        /// Byte offsets in the file's data. For a compressed file, the data is what it decompresses to.
        public let offsets: Range<Int>
        /// The number of the last line or element in it.
        public let lastLine: Int
        /// Hash of the data from the start of the file to the end of this part, as it was read. It differs from the
        /// file's if somebody wrote to the file meanwhile.
        public let prefixHash: [UInt8]
    }

    /// Waits until no other worker has claimed the file, then claims it until the session ends or calls `release`.
    ///
    /// `sample`: the hash of the file's size, first and last bytes. `hash`: returns the hash of all its bytes; called only
    /// if a file with the same sample was ingested completely.
    public static func claim(
        sample: [UInt8], size: Int, on session: Session, hash: () throws -> [UInt8]
    ) async throws -> FileLedger {
        let known = try await session.run { connection in
            try connection.execute(
                Statement("wait for file", "SELECT pg_advisory_lock($1::bigint)"), [.int(lockKey(sample))])
            let found = try connection.execute(Self.findFiles, [.bytes(sample)])
            return try (0..<found.rowCount).map { (number: try found.int($0, 0) ?? 0, hash: found.bytes($0, 1)) }
        }
        let whole = known.contains { $0.hash != nil } ? try hash() : nil
        let file = known.first { $0.hash != nil && $0.hash == whole } ?? known.first { $0.hash == nil }
        return try await session.run { connection in
            let claimed = try connection.execute(
                Statement("claim file", "SELECT file, claim FROM log.claim_file($1::integer, $2::bigint, $3)"),
                [.optional(file?.number), .int(size), .bytes(sample)])
            let claim = Claim(number: try claimed.int(0, 0) ?? 0, claim: try claimed.int(0, 1) ?? 0)
            let found = try connection.execute(Self.readStored, [.int(claim.number)])
            return FileLedger(
                claim: claim, isComplete: try (0..<found.rowCount).contains { try found.bool($0, 4) == true },
                stored: try (0..<found.rowCount).compactMap { try Span(found, $0) })
        }
    }

    private static let findFiles = Statement(
        "find files",
        "SELECT file.source_file, file.hash FROM log.source_file AS file WHERE file.sample_hash = $1 ORDER BY 1 DESC"
    )
    private static let readStored = SQLFiles.statement("queries/find_stored_parts.sql")

    /// Returns the data of the last file, except `file`, that was ingested completely from the path `source`, as one part;
    /// nil if there is none. The caller must check whether the current file begins with these data.
    public static func earlier(
        source: String, than file: FileLedger, on session: Session
    ) async throws -> Span? {
        try await session.run { connection in
            let found = try connection.execute(readEarlier, [.text(source), .int(file.claim.number)])
            return found.rowCount > 0 ? try Span(found, 0) : nil
        }
    }

    /// Finds the span that `earlier` returns. $1: the source, found through the index on its hash; $2: the number of
    /// the current file.
    package static let readEarlier = SQLFiles.statement("queries/find_earlier_file.sql")

    /// Returns whether any stored line or element of the file is a JSON object; nil if none is stored.
    public func isReadable(on session: Session) async throws -> Bool? {
        try await session.run { [claim] connection in
            try connection.execute(Self.askReadable, [.int(claim.number)]).bool(0, 0)
        }
    }

    private static let askReadable = SQLFiles.statement("queries/is_file_readable.sql")

    /// Lets other workers claim the file.
    public static func release(_ sample: [UInt8], on session: Session) async throws {
        try await session.run { connection in
            try connection.execute(
                Statement("release file", "SELECT pg_advisory_unlock($1::bigint)"), [.int(lockKey(sample))])
        }
    }

    /// Returns the first 8 bytes as the key of an advisory lock. The program's other advisory locks use 64-bit hashes
    /// too, so a collision is very unlikely.
    private static func lockKey(_ hash: [UInt8]) -> Int64 {
        hash.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension FileLedger.Span {
    /// Reads a row of start, end, last line and hash; nil if it has no hash.
    fileprivate init?(_ found: borrowing QueryResult, _ row: Int) throws {
        guard let start = try found.int(row, 0), let end = try found.int(row, 1), let lastLine = try found.int(row, 2),
            let prefixHash = found.bytes(row, 3)
        else { return nil }
        self.init(offsets: start..<end, lastLine: lastLine, prefixHash: prefixHash)
    }
}
