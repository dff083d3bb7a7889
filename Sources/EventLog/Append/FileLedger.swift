public import Postgres

/// What the ledger knows of a file. A file is its bytes, whatever it is called.
public struct FileLedger: Sendable {
    /// The right to store batches of the file.
    public let claim: Claim
    /// Whether all of it was ingested.
    public let isComplete: Bool
    /// What is stored, in the order of the file.
    public let stored: [Span]

    /// One worker's claim to a file. It ends when another worker claims the file, so that what one has read of the ledger stays
    /// true as long as it can store batches.
    public struct Claim: Sendable {
        /// The file's number.
        public let number: Int
        /// Which claim to the file it is, from 1.
        public let claim: Int

        package init(number: Int, claim: Int) {
            self.number = number
            self.claim = claim
        }
    }

    /// Another worker claimed the file, as it may once this one's connection was lost.
    public struct TakenOver: Error, Sendable {}

    /// The SQLSTATE of `log.seal_batch` for `TakenOver`.
    static let takenOver = "BW001"

    /// A part of a file that one batch, or several, stored.
    public struct Span: Sendable {
        /// Bytes from the start of the file's data, which is what a compressed file inflates to.
        public let offsets: Range<Int>
        /// The number of the last line or element in it.
        public let lastLine: Int
        /// The SHA-256 of the data up to its end as it was read, which is not the file's if somebody wrote to it meanwhile.
        public let prefixSHA256: [UInt8]
    }

    /// Claims a file, after waiting for another worker who is at the same one. The session keeps others waiting until it ends or
    /// `release` is called. `sample`: the SHA-256 of its size, first and last bytes; `sha256`: of all its bytes, asked for only if a
    /// file with the sample was ingested completely.
    public static func claim(
        sample: [UInt8], size: Int, on session: Session, sha256: () throws -> [UInt8]
    ) async throws -> FileLedger {
        let known = try await session.run { connection in
            try connection.execute(
                Statement("wait for file", "SELECT pg_advisory_lock($1::bigint)"), [.int(lockKey(sample))])
            let found = try connection.execute(Self.findFiles, [.bytes(sample)])
            return try (0..<found.rowCount).map { (number: try found.int($0, 0) ?? 0, sha256: found.bytes($0, 1)) }
        }
        let whole = known.contains { $0.sha256 != nil } ? try sha256() : nil
        let file = known.first { $0.sha256 != nil && $0.sha256 == whole } ?? known.first { $0.sha256 == nil }
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
        "SELECT file.source_file, file.sha256 FROM log.source_file AS file WHERE file.sample_sha256 = $1 ORDER BY 1 DESC"
    )
    private static let readStored = Statement(
        "read file's batches",
        """
        SELECT batch.start_offset, batch.end_offset, batch.last_line, batch.prefix_sha256, batch.is_last
        FROM log.batch
        WHERE batch.source_file = $1::integer
        ORDER BY batch.end_offset, batch.start_offset DESC
        """)

    /// What was stored of the last file that was ingested completely from `source`, another one than `file`; nil if there is none. Whether
    /// `file` begins with it is for the caller to find out.
    public static func earlier(
        source: String, than file: FileLedger, on session: Session
    ) async throws -> Span? {
        try await session.run { connection in
            let found = try connection.execute(readEarlier, [.text(source), .int(file.claim.number)])
            return found.rowCount > 0 ? try Span(found, 0) : nil
        }
    }

    /// The span of `earlier`. $1: the source, found by its hash, which is indexed; $2: the number of the other file.
    package static let readEarlier = Statement(
        "read earlier file",
        """
        SELECT 0, batch.end_offset, batch.last_line, batch.prefix_sha256
        FROM log.batch
        WHERE batch.source_file IS NOT NULL
            AND batch.is_last
            AND hashtextextended(batch.source, 0) = hashtextextended($1::text, 0)
            AND batch.source = $1::text
            AND batch.source_file <> $2::integer
        ORDER BY batch.position DESC
        LIMIT 1
        """)

    /// Lets other workers at the file.
    public static func release(_ sample: [UInt8], on session: Session) async throws {
        try await session.run { connection in
            try connection.execute(
                Statement("release file", "SELECT pg_advisory_unlock($1::bigint)"), [.int(lockKey(sample))])
        }
    }

    /// The first 8 bytes: the locks of the schema are of the other kind, with two numbers.
    private static func lockKey(_ sha256: [UInt8]) -> Int64 {
        sha256.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension FileLedger.Span {
    /// A row of start, end, last line and hash; nil if it has no hash.
    fileprivate init?(_ found: borrowing QueryResult, _ row: Int) throws {
        guard let start = try found.int(row, 0), let end = try found.int(row, 1), let lastLine = try found.int(row, 2),
            let prefixSHA256 = found.bytes(row, 3)
        else { return nil }
        self.init(offsets: start..<end, lastLine: lastLine, prefixSHA256: prefixSHA256)
    }
}
