-- Puts the opens of the batches after one position up to and with another into the work table `opened`.
-- Reads log.engagement_event in the months that the batches name. The bounds of a month are written into the statement: as
-- values of a join the planner would not know that they hold a whole partition, and would read it by its key in place of
-- the block ranges of the batches.
CREATE OR REPLACE FUNCTION projection.collect_opens(after bigint, up_to bigint) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    batches int8multirange := projection.batches(after, up_to);
    month date;
BEGIN
    FOR month IN
        SELECT DISTINCT unnest(batch.engagement_months)
        FROM log.batch
        WHERE batch.position > after AND batch.position <= up_to
    LOOP
        EXECUTE format(
            'INSERT INTO opened (effective_at, received_at, app, installation_id) '
            'SELECT event.effective_at, event.received_at, event.app, event.installation_id '
            'FROM log.engagement_event AS event '
            'WHERE event.occurred_at >= %L AND event.occurred_at < %L '
            'AND event.batch_id >= $1 AND event.batch_id < $2 AND NOT event.batch_id <@ $3 '
            'AND event.type = ''notification_opened''',
            month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC')
        USING lower(batches), upper(batches), projection.gaps(batches);
    END LOOP;
END
$$;
COMMENT ON FUNCTION projection.collect_opens(bigint, bigint) IS 'The opens of some batches, into the work table opened.';
