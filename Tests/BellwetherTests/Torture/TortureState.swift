/// Queries on the state of a log after an ingest, independent of the order of arrival.
enum TortureState {
    /// Counts the batches of files before which a part of the file is missing in the ledger.
    static let gaps = """
        SELECT count(*)
        FROM (
            SELECT
                start_offset,
                max(end_offset) OVER (
                    PARTITION BY source_file ORDER BY start_offset ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                ) AS stored_up_to
            FROM log.batch WHERE source_file IS NOT NULL
        ) AS part
        WHERE start_offset > coalesce(stored_up_to, 0)
        """

    /// Returns a query for one row, whose numbers are all 0 if a log with this number of files and lines has lost
    /// nothing and contains nothing twice.
    static func faults(files: Int, lines: Int) -> String {
        """
        WITH event AS (
            SELECT e.batch_id, count(*) AS events
            FROM (
                SELECT batch_id FROM log.permission_event
                UNION ALL
                SELECT batch_id FROM log.engagement_event WHERE type >= 'notification_sent'
            ) AS e
            GROUP BY e.batch_id
        ),
        place AS (
            SELECT
                batch.*,
                lag(batch.last_line, 1, 0::bigint) OVER one_file AS previous_line,
                lag(batch.end_offset, 1, 0::bigint) OVER one_file AS previous_offset
            FROM log.batch
            WHERE batch.source_file IS NOT NULL
            WINDOW one_file AS (PARTITION BY batch.source_file ORDER BY batch.first_line, batch.last_line)
        ),
        delivery AS (
            SELECT
                batch_id,
                coalesce(sum(deliveries) FILTER (WHERE outcome = 'accepted'), 0) AS accepted,
                coalesce(sum(deliveries) FILTER (WHERE outcome = 'duplicate'), 0) AS duplicates,
                coalesce(sum(deliveries) FILTER (WHERE outcome = 'rejected'), 0) AS rejected
            FROM log.delivery GROUP BY batch_id
        )
        SELECT
            (
                SELECT count(*) FROM log.batch FULL JOIN event USING (batch_id)
                WHERE coalesce(event.events, 0) IS DISTINCT FROM batch.accepted
            ) AS half_batches,
            (SELECT coalesce(max(position), 0) - count(*) FROM log.batch) AS holes,
            (
                SELECT count(*) FROM log.batch FULL JOIN delivery USING (batch_id)
                WHERE (coalesce(delivery.accepted, 0), coalesce(delivery.duplicates, 0), coalesce(delivery.rejected, 0))
                    IS DISTINCT FROM (batch.accepted, batch.duplicates, batch.rejected)
                    AND batch.accepted + batch.duplicates + batch.rejected IS DISTINCT FROM 0
            ) AS wrong_counts,
            (
                SELECT count(*) FROM log.quarantine LEFT JOIN log.batch USING (batch_id)
                WHERE batch.batch_id IS NULL
            ) AS orphan_rejects,
            (
                SELECT count(*) FROM place
                WHERE previous_line + 1 <> first_line OR previous_offset <> start_offset
            ) AS torn_files,
            (
                SELECT count(*) FROM log.permission_event AS p
                INNER JOIN log.engagement_event AS e USING (occurred_at, installation_id, id, app)
                WHERE e.type >= 'notification_sent'
            ) AS doubled_identities,
            (SELECT count(*) FROM log.batch WHERE is_last) - \(files) AS surplus_ends,
            (SELECT sum(accepted + duplicates + rejected) FROM log.batch) - \(lines) AS surplus_deliveries
        """
    }

    /// What each number of `faults` counts.
    static let faultNames = [
        "half batches", "holes", "wrong counts", "orphan rejects", "torn files", "doubled identities", "surplus ends",
        "surplus deliveries",
    ]
}
