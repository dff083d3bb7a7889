-- Inserts a batch into the ledger with the next position, and counts its deliveries: the last statement of the batch's
-- transaction. Only this function writes the ledger, with the owner's rights. Raises BW001 if another
-- worker has claimed the batch's file since.
-- batch: its row, without position, committed_at and engagement_months; engagement_days: the days of its engagement
-- events, as days since 1970; deliveries: their rows, without batch_id; claim: the claim to the file, null without a file;
-- file_hash: stored if this is the file's last batch.
CREATE OR REPLACE FUNCTION log.seal_batch(
    batch log.batch, engagement_days integer[], deliveries log.delivery[], claim integer, file_hash bytea
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    batch.engagement_months := ARRAY(
        SELECT DISTINCT date_trunc('month', (date '1970-01-01' + event_day.day)::timestamp)::date AS month
        FROM unnest(engagement_days) AS event_day (day)
        ORDER BY month
    );
    INSERT INTO log.delivery (batch_id, received_from, deliveries, outcome, reason)
    SELECT batch.batch_id, delivery.received_from, delivery.deliveries, delivery.outcome, delivery.reason
    FROM unnest(deliveries) AS delivery;
    -- Other batches wait from here until this transaction ends. The statements after this see all positions given before.
    LOCK TABLE log.position_lock IN EXCLUSIVE MODE;
    IF batch.source_file IS NOT NULL AND claim IS DISTINCT FROM (
        SELECT file.claim FROM log.source_file AS file WHERE file.source_file = batch.source_file
    ) THEN
        RAISE EXCEPTION 'another worker claimed file % of the ledger', batch.source_file USING ERRCODE = 'BW001';
    END IF;
    batch.position := 1 + (SELECT coalesce(max(earlier_batch.position), 0) FROM log.batch AS earlier_batch);
    batch.committed_at := clock_timestamp();
    INSERT INTO log.batch SELECT batch.*;
    UPDATE log.source_file SET hash = file_hash WHERE source_file.source_file = batch.source_file AND batch.is_last;
END
$$;
REVOKE ALL ON FUNCTION log.seal_batch(log.batch, integer[], log.delivery[], integer, bytea) FROM PUBLIC;
