-- Counts a batch's deliveries and gives it its position, the last statement before the commit: until then no other
-- batch gets one. False, and nothing is written, if another worker went on with the file. One call saves round trips.
-- latest_receipt: of its accepted and duplicate deliveries, in microseconds since 1970; preceding_batches: how many
-- batches of the file there must be, null for any; quarters, outcomes, reasons, deliveries: one of each for a row of
-- log.delivery, the quarter as quarters of an hour since 1970, the reason '' for none; none of a retry.
CREATE OR REPLACE FUNCTION log.seal_batch(
    batch_id bigint, latest_receipt bigint, first_line bigint, last_line bigint, start_offset bigint, end_offset bigint,
    accepted integer, duplicates integer, rejected integer, source_file integer, is_last boolean, source text,
    engagement_months date[], prefix_sha256 bytea, preceding_batches bigint,
    quarters bigint[], outcomes text[], reasons text[], deliveries bigint[]
) RETURNS boolean
LANGUAGE plpgsql
AS $$
BEGIN
    INSERT INTO log.delivery (batch_id, received_quarter, deliveries, outcome, reason)
    SELECT
        seal_batch.batch_id, to_timestamp(counted.quarter * 900), counted.deliveries,
        counted.outcome::log.delivery_outcome, nullif(counted.reason, '')::log.reject_reason
    FROM unnest(seal_batch.quarters, seal_batch.outcomes, seal_batch.reasons, seal_batch.deliveries)
        AS counted (quarter, outcome, reason, deliveries);

    -- SEAL. The next statement sees the positions that were given until the lock was ours.
    LOCK TABLE log.seal IN EXCLUSIVE MODE;
    INSERT INTO log.batch (
        batch_id, position, committed_at, latest_received_at, first_line, last_line, start_offset, end_offset,
        accepted, duplicates, rejected, source_file, is_last, source, engagement_months,
        prefix_sha256
    )
    SELECT
        seal_batch.batch_id, 1 + (SELECT coalesce(max(batch.position), 0) FROM log.batch), clock_timestamp(),
        timestamptz 'epoch' + seal_batch.latest_receipt * interval '1 microsecond',
        seal_batch.first_line, seal_batch.last_line, seal_batch.start_offset, seal_batch.end_offset,
        seal_batch.accepted, seal_batch.duplicates, seal_batch.rejected, seal_batch.source_file, seal_batch.is_last,
        seal_batch.source, seal_batch.engagement_months, seal_batch.prefix_sha256
    WHERE seal_batch.preceding_batches IS NULL
        OR seal_batch.preceding_batches
            = (SELECT count(*) FROM log.batch WHERE batch.source_file = seal_batch.source_file);
    RETURN FOUND;
END
$$;
