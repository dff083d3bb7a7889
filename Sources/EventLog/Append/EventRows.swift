import Events
import Postgres

/// One of the two tables of the log, and the ways into it.
///
/// `log.engagement_event` takes a row of every event: of a permission event its identity alone, so that a copy of an event
/// is found whatever type it claims to be of. It is written first.
struct EventTable: Sendable {
    /// Whether it is the permission events' table, or that of the others and of all identities.
    private let holdsPermissionEvents: Bool
    /// Binary COPY straight into the table: the cheapest way, which a duplicate makes fail.
    let copy: Statement
    /// Binary COPY into a temporary table of the same columns.
    let stage: Statement
    /// Stores what is new of the staged rows, in the order of the key, and counts it by quarter of an hour of receipt. A
    /// command tag would not count right where the table is distributed.
    let storeStaged: Statement

    /// Makes the temporary tables for the session; they are empty again after each transaction.
    static let makeStaging = Statement(
        "make staging",
        """
        CREATE TEMPORARY TABLE IF NOT EXISTS staged_permission_event (
            LIKE log.permission_event
        ) ON COMMIT DELETE ROWS;
        CREATE TEMPORARY TABLE IF NOT EXISTS staged_engagement_event (
            LIKE log.engagement_event
        ) ON COMMIT DELETE ROWS
        """)

    /// Writes the row of an event.
    func write(_ event: Event, _ batchID: Int64, _ words: Dictionaries, to rows: inout BinaryCopyWriter) {
        if holdsPermissionEvents {
            event.writePermission(batchID: batchID, words, to: &rows)
        } else {
            event.writeEngagement(batchID: batchID, words, to: &rows)
        }
    }

    /// Whether a row of the event is the event, and not its identity alone.
    func counts(_ event: Event) -> Bool { event.type.isPermissionEvent == holdsPermissionEvents }

    static let permission = EventTable(
        holdsPermissionEvents: true,
        copy: Statement(
            "copy permission events",
            """
            COPY log.permission_event (
                occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model,
                locale, placement, variant, type, status, delivery, occurred_offset, installation_id, id, data
            ) FROM STDIN (FORMAT binary)
            """),
        stage: Statement(
            "stage permission events",
            """
            COPY pg_temp.staged_permission_event (
                occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model,
                locale, placement, variant, type, status, delivery, occurred_offset, installation_id, id, data
            ) FROM STDIN (FORMAT binary)
            """),
        storeStaged: Statement(
            "store permission events",
            """
            WITH inserted AS (
                INSERT INTO log.permission_event (
                    occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version,
                    device_model, locale, placement, variant, type, status, delivery, occurred_offset, installation_id,
                    id, data
                )
                SELECT
                    staged.occurred_at, staged.effective_at, staged.received_at, staged.sent_at, staged.sequence,
                    staged.batch_id, staged.app, staged.os, staged.app_version, staged.device_model, staged.locale,
                    staged.placement, staged.variant, staged.type, staged.status, staged.delivery,
                    staged.occurred_offset, staged.installation_id, staged.id, staged.data
                FROM pg_temp.staged_permission_event AS staged
                -- Not where an engagement event has the identity. LIMIT keeps the planner at one probe of the key a row.
                CROSS JOIN LATERAL (
                    SELECT
                    FROM log.engagement_event AS identity
                    WHERE identity.occurred_at = staged.occurred_at
                        AND identity.installation_id = staged.installation_id
                        AND identity.id = staged.id
                        AND identity.app = staged.app
                        AND identity.type <= 'settings_opened'
                    LIMIT 1
                ) AS identity
                ORDER BY staged.installation_id, staged.occurred_at, staged.id, staged.app
                ON CONFLICT DO NOTHING
                RETURNING received_at
            )
            SELECT floor(extract(epoch FROM inserted.received_at) / 900)::bigint AS quarter, count(*)
            FROM inserted
            GROUP BY quarter
            """))

    static let engagement = EventTable(
        holdsPermissionEvents: false,
        copy: Statement(
            "copy engagement events",
            """
            COPY log.engagement_event (
                occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model,
                locale, campaign, action, type, app_state, trigger, occurred_offset, installation_id, id,
                notification_id, data
            ) FROM STDIN (FORMAT binary)
            """),
        stage: Statement(
            "stage engagement events",
            """
            COPY pg_temp.staged_engagement_event (
                occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model,
                locale, campaign, action, type, app_state, trigger, occurred_offset, installation_id, id,
                notification_id, data
            ) FROM STDIN (FORMAT binary)
            """),
        storeStaged: Statement(
            "store engagement events",
            """
            WITH inserted AS (
                INSERT INTO log.engagement_event (
                    occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version,
                    device_model, locale, campaign, action, type, app_state, trigger, occurred_offset, installation_id,
                    id, notification_id, data
                )
                SELECT
                    staged.occurred_at, staged.effective_at, staged.received_at, staged.sent_at, staged.sequence,
                    staged.batch_id, staged.app, staged.os, staged.app_version, staged.device_model, staged.locale,
                    staged.campaign, staged.action, staged.type, staged.app_state, staged.trigger,
                    staged.occurred_offset, staged.installation_id, staged.id, staged.notification_id, staged.data
                FROM pg_temp.staged_engagement_event AS staged
                ORDER BY staged.occurred_at, staged.installation_id, staged.id, staged.app
                ON CONFLICT DO NOTHING
                RETURNING received_at, type
            )
            SELECT floor(extract(epoch FROM inserted.received_at) / 900)::bigint AS quarter, count(*)
            FROM inserted
            WHERE inserted.type >= 'notification_sent'
            GROUP BY quarter
            """))
}

extension Event {
    /// Writes the row of `EventTable.permission`.
    func writePermission(batchID: Int64, _ words: Dictionaries, to rows: inout BinaryCopyWriter) {
        rows.beginRow(columns: 20)
        writeTimes(batchID: batchID, words, to: &rows)
        writeWords(words, to: &rows)
        rows.write(words.word(placement))
        rows.write(words.word(variant))
        rows.write(type.name)
        rows.write(status?.rawValue)
        rows.write(delivery?.rawValue)
        writeIdentity(to: &rows)
        rows.write(jsonb: rest)
    }

    /// Writes the row of `EventTable.engagement`.
    func writeEngagement(batchID: Int64, _ words: Dictionaries, to rows: inout BinaryCopyWriter) {
        rows.beginRow(columns: 21)
        writeTimes(batchID: batchID, words, to: &rows)
        guard !type.isPermissionEvent else { return writeIdentityAlone(to: &rows) }
        writeWords(words, to: &rows)
        rows.write(words.word(campaign))
        rows.write(words.word(action))
        rows.write(type.name)
        rows.write(appState?.rawValue)
        rows.write(trigger?.rawValue)
        writeIdentity(to: &rows)
        rows.write(notificationID)
        rows.write(jsonb: rest)
    }

    /// The rest of the row that stands for a permission event: its type and identity between nulls.
    private func writeIdentityAlone(to rows: inout BinaryCopyWriter) {
        for _ in 0..<6 { rows.writeNull() }
        rows.write(type.name)
        for _ in 0..<2 { rows.writeNull() }
        writeIdentity(to: &rows)
        for _ in 0..<2 { rows.writeNull() }
    }

    /// The columns from `occurred_at` to `app`.
    private func writeTimes(batchID: Int64, _ words: Dictionaries, to rows: inout BinaryCopyWriter) {
        rows.write(microseconds: occurredAt.microseconds)
        rows.write(microseconds: effectiveAt.microseconds)
        rows.write(microseconds: receivedAt.microseconds)
        rows.write(microseconds: sentAt?.microseconds)
        rows.write(sequence)
        rows.write(batchID)
        rows.write(words.app(appID))
    }

    /// The columns from `os` to `locale`.
    private func writeWords(_ words: Dictionaries, to rows: inout BinaryCopyWriter) {
        rows.write(os.flatMap { words.systems[$0] })
        rows.write(words.word(appVersion))
        rows.write(words.word(deviceModel))
        rows.write(words.word(locale))
    }

    /// The columns from `occurred_offset` to `id`.
    private func writeIdentity(to rows: inout BinaryCopyWriter) {
        rows.write(occurredOffset)
        rows.writeUUID(high: installationID.high, low: installationID.low)
        rows.writeUUID(high: id.high, low: id.low)
    }
}
