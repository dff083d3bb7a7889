import Events
import Postgres

extension Batch {
    /// Puts the rejects of the batch into the quarantine.
    func storeRejects(batchID: Int, _ connection: borrowing Connection) throws {
        guard !rejects.isEmpty else { return }
        try connection.script(Self.makeStaging)
        try connection.copyIn(Self.stage) { rows in
            for reject in rejects { reject.write(to: &rows) }
        }
        try connection.execute(Self.store, [.int(batchID), .text(source)])
    }

    private static let makeStaging = Statement(
        "make reject staging",
        """
        CREATE TEMPORARY TABLE IF NOT EXISTS staged_reject (
            received_at timestamptz NOT NULL,
            line bigint NOT NULL,
            byte_count bigint NOT NULL,
            reason log.reject_reason NOT NULL,
            installation_id uuid,
            app_id text,
            key_app_id text,
            detail text NOT NULL,
            bytes bytea NOT NULL
        ) ON COMMIT DELETE ROWS
        """)

    private static let stage = Statement(
        "stage rejects",
        """
        COPY pg_temp.staged_reject (
            received_at, line, byte_count, reason, installation_id, app_id, key_app_id, detail, bytes
        ) FROM STDIN (FORMAT binary)
        """)

    /// $1: batch, $2: source. Equal bytes are numbered within the batch, so that a line is kept as often as it stands in
    /// its source, and not again when the source is delivered again.
    private static let store = Statement(
        "store rejects",
        """
        INSERT INTO log.quarantine (
            received_at, quarantined_at, batch_id, line, byte_count, copy, reason, installation_id, app_id, key_app_id,
            source, detail, sha256, bytes
        )
        SELECT
            hashed.received_at, now(), $1::bigint, hashed.line, hashed.byte_count,
            row_number() OVER (PARTITION BY hashed.sha256, hashed.byte_count ORDER BY hashed.line),
            hashed.reason, hashed.installation_id, hashed.app_id, hashed.key_app_id, $2::text, hashed.detail,
            hashed.sha256, hashed.bytes
        FROM (SELECT staged.*, sha256(staged.bytes) AS sha256 FROM pg_temp.staged_reject AS staged) AS hashed
        ORDER BY hashed.sha256, hashed.byte_count, hashed.line
        ON CONFLICT DO NOTHING
        """)
}

extension RejectedLine {
    /// Writes the row of the staging table.
    fileprivate func write(to rows: inout BinaryCopyWriter) {
        rows.beginRow(columns: 9)
        rows.write(microseconds: reject.receivedAt.microseconds)
        rows.write(Int64(line))
        rows.write(Int64(byteCount))
        rows.write(reject.reason.rawValue)
        if let installation = reject.installationID {
            rows.writeUUID(high: installation.high, low: installation.low)
        } else {
            rows.writeNull()
        }
        rows.write(reject.appID)
        rows.write(keyAppID)
        rows.write(reject.detail)
        rows.write(bytes: bytes)
    }
}
