-- Deletes everything of an app that erasure/app_1_set_aside.sql set aside, except counts in projections without the app
-- and its files in the ledger, and returns how much it was. For the owner, while no projection is in the middle of a
-- step. Not on a cluster. Creates the work tables batch_of_app and file_of_app.
-- Every table with a column app is one of apps, so a new one needs no change here. Events that have come since then are of
-- a new app with the same name, and stay; rejects with the name go.
CREATE OR REPLACE FUNCTION log.forget_app(
    forgotten_id text, OUT installations bigint, OUT permission_events bigint, OUT engagement_events bigint,
    OUT quarantined bigint
)
LANGUAGE plpgsql
AS $$
DECLARE
    forgotten CONSTANT integer[] := log.numbers_set_aside(forgotten_id);
    app_table regclass;
BEGIN
    SELECT counts.installations, counts.permission_events, counts.engagement_events, counts.quarantined
    INTO installations, permission_events, engagement_events, quarantined
    FROM log.count_app(forgotten_id, forgotten) AS counts;
    CREATE TEMPORARY TABLE batch_of_app ON COMMIT DROP AS SELECT * FROM log.batches_of_app(forgotten_id, forgotten);
    DELETE FROM log.quarantine AS reject WHERE log.is_of_app(reject, forgotten_id) OR reject.app_id IS NULL AND EXISTS (
        SELECT FROM batch_of_app WHERE batch_of_app.batch_id = reject.batch_id AND batch_of_app.is_of_no_other
    );
    FOR app_table IN
        SELECT class.oid::regclass
        FROM pg_class AS class
        INNER JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid AND attribute.attname = 'app'
        WHERE class.relnamespace::regnamespace::text IN ('log', 'projection', 'projection_next')
            AND class.relkind IN ('r', 'p')
            AND NOT class.relispartition
            AND NOT attribute.attisdropped
    LOOP
        EXECUTE format('DELETE FROM %s WHERE app = ANY ($1)', app_table) USING forgotten;
    END LOOP;
    PERFORM log.forget_batches(forgotten);
    UPDATE log.batch SET source = log.without_app(batch.source, forgotten_id)
    WHERE batch.source <> log.without_app(batch.source, forgotten_id);
    UPDATE log.quarantine SET source = log.without_app(quarantine.source, forgotten_id)
    WHERE quarantine.source <> log.without_app(quarantine.source, forgotten_id);
    INSERT INTO log.erasure (erased_at, installations, permission_events, engagement_events, quarantined)
    VALUES (
        clock_timestamp(), forget_app.installations, forget_app.permission_events, forget_app.engagement_events,
        forget_app.quarantined
    );
END
$$;
REVOKE ALL ON FUNCTION log.forget_app(text) FROM PUBLIC;

-- Takes an app out of the ledger. Batches of no other app keep their positions and nothing else. Reads the work table
-- batch_of_app and creates file_of_app, the files with lines of the app. forgotten: the app's numbers. Writers go on: no
-- batch gets one of these numbers any more.
CREATE OR REPLACE FUNCTION log.forget_batches(forgotten integer[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    CREATE TEMPORARY TABLE file_of_app ON COMMIT DROP AS
    SELECT DISTINCT batch.source_file
    FROM batch_of_app
    INNER JOIN log.batch ON batch.batch_id = batch_of_app.batch_id
    WHERE batch.source_file IS NOT NULL;
    DELETE FROM log.delivery
    USING batch_of_app
    WHERE delivery.batch_id = batch_of_app.batch_id AND batch_of_app.is_of_no_other;
    UPDATE log.batch SET
        latest_received_at = left_over.latest_received_at,
        apps = left_over.apps,
        app_receipts = left_over.app_receipts
    FROM batch_of_app, LATERAL (
        SELECT
            max(receipt.received_at) AS latest_received_at,
            coalesce(array_agg(receipt.app ORDER BY receipt.place), '{}') AS apps,
            coalesce(array_agg(receipt.received_at ORDER BY receipt.place), '{}') AS app_receipts
        FROM log.batch AS whole
        CROSS JOIN LATERAL unnest(whole.apps, whole.app_receipts) WITH ORDINALITY AS receipt (app, received_at, place)
        WHERE whole.batch_id = batch_of_app.batch_id AND receipt.app <> ALL (forgotten)
    ) AS left_over
    WHERE batch.batch_id = batch_of_app.batch_id;
    UPDATE log.batch SET accepted = 0, duplicates = 0, rejected = 0, source = '', engagement_months = '{}'
    FROM batch_of_app
    WHERE batch.batch_id = batch_of_app.batch_id AND batch_of_app.is_of_no_other;
    UPDATE log.batch SET source_file = NULL, prefix_hash = NULL
    FROM file_of_app
    WHERE batch.source_file = file_of_app.source_file;
END
$$;
REVOKE ALL ON FUNCTION log.forget_batches(integer[]) FROM PUBLIC;

-- Takes the files in the work table file_of_app out of the ledger, so that they can be ingested again. No batch can be
-- stored until the transaction ends, so call it last: then the worker that is ingesting one of these files finds its
-- claim gone, and begins again.
CREATE OR REPLACE FUNCTION log.forget_files() RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    files CONSTANT integer[] := ARRAY(SELECT file_of_app.source_file FROM file_of_app);
BEGIN
    LOCK TABLE log.position_lock IN EXCLUSIVE MODE;
    -- Only batches that were stored since log.forget_batches still have one.
    UPDATE log.batch SET source_file = NULL, prefix_hash = NULL WHERE batch.source_file = ANY (files);
    DELETE FROM log.source_file WHERE source_file.source_file = ANY (files);
END
$$;
REVOKE ALL ON FUNCTION log.forget_files() FROM PUBLIC;

-- Returns the numbers of an app in the dictionary: its own, and those of rows that were set aside.
CREATE OR REPLACE FUNCTION log.numbers_of_app(app_id text) RETURNS integer[]
LANGUAGE sql STABLE
AS $$
SELECT log.numbers_set_aside(numbers_of_app.app_id)
    || ARRAY(SELECT app.app FROM log.app WHERE app.app_id = numbers_of_app.app_id)
$$;
REVOKE ALL ON FUNCTION log.numbers_of_app(text) FROM PUBLIC;

-- Returns the numbers of an app's rows that were set aside.
CREATE OR REPLACE FUNCTION log.numbers_set_aside(app_id text) RETURNS integer[]
LANGUAGE sql STABLE
AS $$
SELECT ARRAY(SELECT app.app FROM log.app WHERE starts_with(app.app_id, numbers_set_aside.app_id || '/'))
$$;
REVOKE ALL ON FUNCTION log.numbers_set_aside(text) FROM PUBLIC;

-- Returns the batches with deliveries of an app, and of each whether it has those of no other app. All batches of a file
-- are listed if the file has no other app. Reads the ledger and the quarantine. numbers: those of the app.
CREATE OR REPLACE FUNCTION log.batches_of_app(app_id text, numbers integer[])
RETURNS TABLE (batch_id bigint, is_of_no_other boolean)
LANGUAGE sql STABLE
AS $$
WITH file AS (
    SELECT
        batch.source_file,
        bool_or(batch.apps && batches_of_app.numbers)
            AND bool_and(batch.apps <@ batches_of_app.numbers) AS is_of_no_other
    FROM log.batch
    WHERE batch.source_file IS NOT NULL
    GROUP BY batch.source_file
),

rejecting AS (
    SELECT
        reject.batch_id,
        bool_or(log.is_of_app(reject, batches_of_app.app_id)) AS is_of_app,
        bool_or(coalesce(reject.app_id, nullif(reject.key_app_id, '')) <> batches_of_app.app_id) AS is_of_another
    FROM log.quarantine AS reject
    GROUP BY reject.batch_id
)

SELECT
    batch.batch_id,
    batch.apps <@ batches_of_app.numbers AND coalesce(rejecting.is_of_another, false) IS FALSE
FROM log.batch
LEFT JOIN file ON file.source_file = batch.source_file
LEFT JOIN rejecting ON rejecting.batch_id = batch.batch_id
WHERE batch.apps && batches_of_app.numbers
    OR rejecting.is_of_app
    OR file.is_of_no_other
$$;
REVOKE ALL ON FUNCTION log.batches_of_app(text, integer[]) FROM PUBLIC;

-- Returns what is stored of an app: installations with events, events, rejected deliveries, and keys of HTTP clients.
-- numbers: those of the app.
CREATE OR REPLACE FUNCTION log.count_app(
    app_id text, numbers integer[], OUT installations bigint, OUT permission_events bigint, OUT engagement_events bigint,
    OUT quarantined bigint, OUT keys bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    (
        SELECT count(DISTINCT event.installation_id)
        FROM log.engagement_event AS event
        WHERE event.app = ANY (count_app.numbers)
    ),
    (
        SELECT count(*)
        FROM log.permission_event AS event
        WHERE event.app = ANY (count_app.numbers)
    ),
    (
        SELECT count(*)
        FROM log.engagement_event AS event
        WHERE event.app = ANY (count_app.numbers)
            -- Leaves out the rows that only repeat the key of a permission event.
            AND event.type IN ({engagement_events: '#'})
    ),
    (
        SELECT count(*)
        FROM log.quarantine AS reject
        WHERE log.is_of_app(reject, count_app.app_id) OR reject.app_id IS NULL AND EXISTS (
            SELECT
            FROM log.batches_of_app(count_app.app_id, count_app.numbers) AS batch
            WHERE batch.batch_id = reject.batch_id AND batch.is_of_no_other
        )
    ),
    (SELECT count(*) FROM log.collector_key AS key WHERE key.app_id = count_app.app_id)
$$;
REVOKE ALL ON FUNCTION log.count_app(text, integer[]) FROM PUBLIC;
