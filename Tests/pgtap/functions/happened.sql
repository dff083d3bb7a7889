-- A short notation for events, and a function that stores them in the log.
INSERT INTO log.app (app, app_id) OVERRIDING SYSTEM VALUE VALUES (1, 'com.example.shop'), (2, 'com.example.game');
INSERT INTO log.os (os, os_name, major, minor, patch) OVERRIDING SYSTEM VALUE VALUES
    (1, 'iOS', 17, 4, 0),
    (2, 'iOS', 17, 5, 0),
    (3, 'Android', 14, 0, 0),
    (4, 'iOS', 9, 3, 0);
INSERT INTO log.word (word, text) OVERRIDING SYSTEM VALUE VALUES
    (1, '5.0'),
    (2, '5.10'),
    (3, 'home'),
    (4, 'control'),
    (5, 'blue'),
    (6, 'spring');

-- Returns the UUID of an event or installation.
CREATE FUNCTION pg_temp.id(n integer) RETURNS uuid
LANGUAGE sql IMMUTABLE
AS $$ SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;

-- Defaults: received_at is a second after effective_at, occurred_at equals effective_at (a correct clock).
CREATE TEMPORARY TABLE happened (
    id integer NOT NULL,
    installation integer NOT NULL DEFAULT 1,
    type log.event_type NOT NULL,
    effective_at timestamptz NOT NULL,
    received_at timestamptz,
    occurred_at timestamptz,
    sequence bigint,
    batch bigint NOT NULL DEFAULT 1,
    app integer NOT NULL DEFAULT 1,
    os integer DEFAULT 1,
    app_version integer,
    placement integer,
    variant integer,
    campaign integer,
    status log.authorization_status,
    delivery log.kept_delivery,
    trigger log.open_trigger,
    notification_id text
);

-- Stores all events in the log with their batches; a batch's position is its id.
CREATE FUNCTION pg_temp.store() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    UPDATE happened SET
        received_at = coalesce(happened.received_at, happened.effective_at + interval '1 s'),
        occurred_at = coalesce(happened.occurred_at, happened.effective_at);
    PERFORM log.make_partitions(ARRAY(
        SELECT date_trunc('month', happened.occurred_at AT TIME ZONE 'UTC')::date FROM happened
    ));
    INSERT INTO log.batch (
        batch_id, position, committed_at, latest_received_at, first_line, last_line, start_offset, end_offset, accepted,
        duplicates, rejected, is_last, source, engagement_months
    )
    SELECT
        happened.batch, happened.batch, now(), max(happened.received_at), 1, count(*), 0, 0, count(*), 0, 0, true,
        'test', array_agg(DISTINCT date_trunc('month', happened.occurred_at AT TIME ZONE 'UTC')::date)
    FROM happened
    GROUP BY happened.batch;
    INSERT INTO log.permission_event (
        occurred_at, effective_at, received_at, sequence, batch_id, app, os, app_version, placement, variant, type,
        status, delivery, occurred_offset, installation_id, id
    )
    SELECT
        happened.occurred_at, happened.effective_at, happened.received_at, happened.sequence, happened.batch,
        happened.app, happened.os, happened.app_version, happened.placement, happened.variant, happened.type,
        happened.status, happened.delivery, 0, pg_temp.id(happened.installation), pg_temp.id(happened.id)
    FROM happened
    WHERE happened.type <= 'settings_opened';
    -- Every permission event's identity is stored here too.
    INSERT INTO log.engagement_event (
        occurred_at, effective_at, received_at, batch_id, app, os, campaign, type, trigger, occurred_offset,
        installation_id, id, notification_id
    )
    SELECT
        happened.occurred_at, happened.effective_at, happened.received_at, happened.batch, happened.app,
        CASE WHEN happened.type > 'settings_opened' THEN happened.os END, happened.campaign, happened.type,
        happened.trigger, 0, pg_temp.id(happened.installation), pg_temp.id(happened.id), happened.notification_id
    FROM happened;
    DELETE FROM happened;
END
$$;
