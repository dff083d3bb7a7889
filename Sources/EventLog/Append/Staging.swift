import Events
import Postgres

/// The temporary tables that a batch goes through on its way into the log, where its copies of one event meet.
enum Staging {
    /// Makes them for the session; they are empty again after each transaction.
    static let tables = Statement(
        "make staging",
        """
        CREATE TEMPORARY TABLE IF NOT EXISTS staged_permission_event (
            LIKE log.permission_event, line bigint NOT NULL
        ) ON COMMIT DELETE ROWS;
        CREATE TEMPORARY TABLE IF NOT EXISTS staged_engagement_event (
            LIKE log.engagement_event, line bigint NOT NULL
        ) ON COMMIT DELETE ROWS;
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

    static let copyPermissionEvents = Statement(
        "stage permission events",
        """
        COPY pg_temp.staged_permission_event (
            occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model,
            locale, placement, variant, type, status, delivery, occurred_offset, installation_id, id, data, line
        ) FROM STDIN (FORMAT binary)
        """)

    static let copyEngagementEvents = Statement(
        "stage engagement events",
        """
        COPY pg_temp.staged_engagement_event (
            occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model,
            locale, campaign, action, type, app_state, trigger, occurred_offset, installation_id, id, notification_id,
            data, line
        ) FROM STDIN (FORMAT binary)
        """)

    static let copyRejects = Statement(
        "stage rejects",
        """
        COPY pg_temp.staged_reject (
            received_at, line, byte_count, reason, installation_id, app_id, key_app_id, detail, bytes
        ) FROM STDIN (FORMAT binary)
        """)

    // Both inserts take the first copy of each event, in the order of the key, which keeps concurrent batches from
    // deadlocking, and count what was new by its time of receipt; a command tag would not count right on Citus.

    static let storePermissionEvents = Statement(
        "store permission events",
        """
        WITH inserted AS (
            INSERT INTO log.permission_event (
                occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version,
                device_model, locale, placement, variant, type, status, delivery, occurred_offset, installation_id, id,
                data
            )
            SELECT DISTINCT ON (staged.installation_id, staged.occurred_at, staged.id, staged.app)
                staged.occurred_at, staged.effective_at, staged.received_at, staged.sent_at, staged.sequence,
                staged.batch_id, staged.app, staged.os, staged.app_version, staged.device_model, staged.locale,
                staged.placement, staged.variant, staged.type, staged.status, staged.delivery, staged.occurred_offset,
                staged.installation_id, staged.id, staged.data
            FROM pg_temp.staged_permission_event AS staged
            ORDER BY staged.installation_id, staged.occurred_at, staged.id, staged.app, staged.line
            ON CONFLICT DO NOTHING
            RETURNING received_at
        )
        SELECT floor(extract(epoch FROM inserted.received_at) / 900)::bigint AS quarter, count(*)
        FROM inserted
        GROUP BY quarter
        """)

    static let storeEngagementEvents = Statement(
        "store engagement events",
        """
        WITH inserted AS (
            INSERT INTO log.engagement_event (
                occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version,
                device_model, locale, campaign, action, type, app_state, trigger, occurred_offset, installation_id, id,
                notification_id, data
            )
            SELECT DISTINCT ON (staged.occurred_at, staged.installation_id, staged.id, staged.app)
                staged.occurred_at, staged.effective_at, staged.received_at, staged.sent_at, staged.sequence,
                staged.batch_id, staged.app, staged.os, staged.app_version, staged.device_model, staged.locale,
                staged.campaign, staged.action, staged.type, staged.app_state, staged.trigger, staged.occurred_offset,
                staged.installation_id, staged.id, staged.notification_id, staged.data
            FROM pg_temp.staged_engagement_event AS staged
            ORDER BY staged.occurred_at, staged.installation_id, staged.id, staged.app, staged.line
            ON CONFLICT DO NOTHING
            RETURNING received_at
        )
        SELECT floor(extract(epoch FROM inserted.received_at) / 900)::bigint AS quarter, count(*)
        FROM inserted
        GROUP BY quarter
        """)

    /// $1: batch, $2: source. Equal bytes are numbered within the batch, so that a line is kept as often as it stands in
    /// its source, and not again when the source is delivered again.
    static let storeRejects = Statement(
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

extension Event {
    /// Writes the row of `Staging.copyPermissionEvents`.
    func writePermission(batchID: Int64, line: Int64, _ words: Dictionaries, to rows: inout BinaryCopyWriter) {
        rows.beginRow(columns: 21)
        writeFront(batchID: batchID, words, to: &rows)
        rows.write(words.word(placement))
        rows.write(words.word(variant))
        rows.write(type.name)
        rows.write(status?.rawValue)
        rows.write(delivery?.rawValue)
        rows.write(occurredOffset)
        writeIdentity(to: &rows)
        rows.write(jsonb: rest)
        rows.write(line)
    }

    /// Writes the row of `Staging.copyEngagementEvents`.
    func writeEngagement(batchID: Int64, line: Int64, _ words: Dictionaries, to rows: inout BinaryCopyWriter) {
        rows.beginRow(columns: 22)
        writeFront(batchID: batchID, words, to: &rows)
        rows.write(words.word(campaign))
        rows.write(words.word(action))
        rows.write(type.name)
        rows.write(appState?.rawValue)
        rows.write(trigger?.rawValue)
        rows.write(occurredOffset)
        writeIdentity(to: &rows)
        rows.write(notificationID)
        rows.write(jsonb: rest)
        rows.write(line)
    }

    /// The columns with which both tables begin.
    private func writeFront(batchID: Int64, _ words: Dictionaries, to rows: inout BinaryCopyWriter) {
        rows.write(microseconds: occurredAt.microseconds)
        rows.write(microseconds: effectiveAt.microseconds)
        rows.write(microseconds: receivedAt.microseconds)
        rows.write(microseconds: sentAt?.microseconds)
        rows.write(sequence)
        rows.write(batchID)
        rows.write(words.apps[Word(appID)])
        rows.write(os.flatMap { words.systems[$0] })
        rows.write(words.word(appVersion))
        rows.write(words.word(deviceModel))
        rows.write(words.word(locale))
    }

    private func writeIdentity(to rows: inout BinaryCopyWriter) {
        rows.writeUUID(high: installationID.high, low: installationID.low)
        rows.writeUUID(high: id.high, low: id.low)
    }
}

extension RejectedLine {
    /// Writes the row of `Staging.copyRejects`.
    func write(to rows: inout BinaryCopyWriter) {
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
