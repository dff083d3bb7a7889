-- Creates the work table collected_event: the engagement events of the given types in the batches after one position,
-- up to and including another. Not for types of permission events, of which the table read here has only the
-- identities. Reads log.engagement_event in the months that the batches name. The bounds of a month are literals in
-- the statement: from a join, the planner would not know that they match one partition, and would read others too.
CREATE OR REPLACE FUNCTION projection.collect_events(
    after bigint, up_to bigint, types log.event_type[]
)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    batches int8multirange := projection.batches(after, up_to);
    month date;
BEGIN
    CREATE TEMPORARY TABLE collected_event (
        effective_at timestamptz NOT NULL,
        occurred_at timestamptz NOT NULL,
        received_at timestamptz NOT NULL,
        app integer NOT NULL,
        os integer,
        campaign integer,
        app_version integer,
        device_model integer, -- only of permission events, which the caller adds
        type log.event_type NOT NULL,
        app_state log.app_state,
        trigger log.open_trigger,
        is_local boolean NOT NULL,
        installation_id uuid NOT NULL,
        id uuid NOT NULL,
        notification_id text COLLATE "C"
    ) ON COMMIT DROP;
    FOR month IN
        SELECT DISTINCT unnest(batch.engagement_months)
        FROM batch
        WHERE batch.position > after AND batch.position <= up_to
    LOOP
        EXECUTE format(
            'INSERT INTO collected_event (effective_at, occurred_at, received_at, app, os, campaign, app_version, '
            'type, app_state, trigger, is_local, installation_id, id, notification_id) '
            'SELECT event.effective_at, event.occurred_at, event.received_at, event.app, event.os, event.campaign, '
            'event.app_version, event.type, event.app_state, event.trigger, '
            'event.trigger IS NOT DISTINCT FROM ''local'', event.installation_id, event.id, event.notification_id '
            'FROM engagement_event AS event '
            'WHERE event.occurred_at >= %L AND event.occurred_at < %L '
            'AND event.batch_id >= $1 AND event.batch_id < $2 AND NOT event.batch_id <@ $3 '
            'AND event.type = ANY ($4)',
            month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC')
        USING lower(batches), upper(batches), projection.gaps(batches), types;
    END LOOP;
END
$$;
