public import Postgres

/// What the ledger knows of a file, which is its bytes, whatever it is called.
public struct FileLedger: Sendable {
    /// The file's number.
    public let sourceFile: Int
    /// Whether all of it was ingested.
    public let isComplete: Bool
    /// How far its batches reach; nil where it has none.
    public let place: Place?
    /// How many batches it has.
    public let batchCount: Int

    /// Another worker stored a batch of the file, which it may once this one's connection was lost, and with it the claim.
    public struct TakenOver: Error, Sendable {}

    /// A place between two records of a file.
    public struct Place: Sendable {
        /// Bytes from the start of the file's data, which is what a compressed file inflates to.
        public let endOffset: Int
        /// The number of the last line or element before.
        public let lastLine: Int
        /// The SHA-256 of the data up to there as it was read, which is not the file's if somebody wrote to it meanwhile.
        public let prefixSHA256: [UInt8]
    }

    /// Looks a file up by the SHA-256 of its bytes, after waiting for another worker who is at the same file; the session
    /// holds it until it ends or `release` is called.
    public static func claim(sha256: [UInt8], size: Int, on session: Session) async throws -> FileLedger {
        try await session.run { connection in
            try connection.execute(
                Statement("claim file", "SELECT pg_advisory_lock($1::bigint)"), [.int(lockKey(sha256))])
            try connection.execute(
                Statement(
                    "add file",
                    """
                    INSERT INTO log.source_file (size, sha256)
                    SELECT $1::bigint, $2
                    WHERE NOT EXISTS (SELECT FROM log.source_file WHERE source_file.sha256 = $2)
                    ON CONFLICT DO NOTHING
                    """),
                [.int(size), .bytes(sha256)])
            let found = try connection.execute(
                Statement(
                    "read file",
                    """
                    SELECT
                        source_file.source_file,
                        EXISTS (
                            SELECT FROM log.batch
                            WHERE batch.source_file = source_file.source_file AND batch.is_last
                        ),
                        batch.end_offset,
                        batch.last_line,
                        batch.prefix_sha256,
                        count(batch.batch_id) OVER ()
                    FROM log.source_file
                    LEFT JOIN log.batch ON batch.source_file = source_file.source_file
                    WHERE source_file.sha256 = $1
                    ORDER BY batch.end_offset DESC NULLS LAST
                    LIMIT 1
                    """),
                [.bytes(sha256)])
            return FileLedger(
                sourceFile: try found.int(0, 0) ?? 0, isComplete: try found.bool(0, 1) ?? false,
                place: try Place(found, column: 2), batchCount: try found.int(0, 5) ?? 0)
        }
    }

    /// Where the file ended that was the last to be ingested whole from `source`, another one than `file`; nil where there
    /// is none. Whether `file` begins with it is for the caller to find out.
    public static func earlier(
        source: String, than file: FileLedger, on session: Session
    ) async throws -> Place? {
        try await session.run { connection in
            let found = try connection.execute(readEarlier, [.text(source), .int(file.sourceFile)])
            return found.rowCount > 0 ? try Place(found, column: 0) : nil
        }
    }

    /// The place of `earlier`. $1: the source, found by its hash, which is indexed; $2: the number of the other file.
    package static let readEarlier = Statement(
        "read earlier file",
        """
        SELECT batch.end_offset, batch.last_line, batch.prefix_sha256
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
    public static func release(sha256: [UInt8], on session: Session) async throws {
        try await session.run { connection in
            try connection.execute(
                Statement("release file", "SELECT pg_advisory_unlock($1::bigint)"), [.int(lockKey(sha256))])
        }
    }

    /// The first 8 bytes: the locks of the schema are of the other kind, with two numbers.
    private static func lockKey(_ sha256: [UInt8]) -> Int64 {
        sha256.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension FileLedger.Place {
    /// The place in the first row of a result; nil where its columns are null.
    fileprivate init?(_ found: borrowing QueryResult, column: Int) throws {
        guard let endOffset = try found.int(0, column), let lastLine = try found.int(0, column + 1),
            let prefixSHA256 = found.bytes(0, column + 2)
        else { return nil }
        self.init(endOffset: endOffset, lastLine: lastLine, prefixSHA256: prefixSHA256)
    }
}
