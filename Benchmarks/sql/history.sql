-- Inserts events :first to :last of a log of :events events: 12 months up to the end of the simulated days, in batches
-- of 10,000, in the same tables as real events. Run once for the same events, on a migrated database.
--
-- Event n belongs to one of :installations installations. Its time rises with n, minus up to 6 hours, so batches
-- overlap like real ones. A quarter are permission events, with a row in both tables.
CREATE TEMPORARY TABLE made AS
SELECT
    made.occurred_at,
    made.occurred_at + interval '2 seconds' AS received_at,
    (made.n / 10000 + 1)::bigint AS batch_id,
    CASE
        WHEN made.kind < 25 THEN 'status_observed'
        WHEN made.kind < 52 THEN 'notification_sent'
        WHEN made.kind < 57 THEN 'notification_received'
        WHEN made.kind < 60 THEN 'notification_opened'
        ELSE 'app_opened'
    END::log.event_type AS type,
    (made.n % 7 + 1)::integer AS word,
    md5('installation ' || made.installation)::uuid AS installation_id,
    md5('event ' || made.n)::uuid AS id,
    made.n
FROM (
    SELECT
        numbers.n,
        (hashint8(numbers.n + 1)::bigint & 1048575) % 100 AS kind,
        (hashint8(numbers.n + 2)::bigint & 2147483647) % :installations AS installation,
        date_trunc('microsecond', timestamptz '2026-05-01T00:00:00Z' - interval '365 days'
            + numbers.n * (interval '365 days' / :events)
            - (hashint8(numbers.n + 3)::bigint & 1048575) / 1048576.0 * interval '6 hours') AS occurred_at
    FROM generate_series(:first::bigint, :last::bigint) AS numbers (n)
) AS made;

SELECT log.make_partitions(array_agg(DISTINCT date_trunc('month', made.occurred_at AT TIME ZONE 'UTC')::date))
FROM made;

INSERT INTO log.engagement_event (
    occurred_at, effective_at, received_at, batch_id, app, os, app_version, device_model, locale, campaign, type,
    app_state, trigger, occurred_offset, installation_id, id, notification_id
)
SELECT
    made.occurred_at, made.occurred_at, made.received_at, made.batch_id, 1,
    CASE WHEN made.type >= 'notification_sent' THEN made.word END,
    CASE WHEN made.type >= 'notification_sent' THEN made.word END,
    CASE WHEN made.type >= 'notification_sent' THEN made.word + 7 END,
    CASE WHEN made.type >= 'notification_sent' THEN made.word + 14 END,
    CASE WHEN made.type BETWEEN 'notification_sent' AND 'notification_opened' THEN made.word + 21 END,
    made.type,
    CASE WHEN made.type = 'notification_opened' THEN 'background' END::log.app_state,
    CASE WHEN made.type = 'notification_opened' THEN 'push' END::log.open_trigger,
    0, made.installation_id, made.id,
    CASE WHEN made.type BETWEEN 'notification_sent' AND 'notification_opened' THEN 'n-' || made.n / 5000 END
FROM made
ORDER BY made.batch_id, made.occurred_at, made.installation_id, made.id;

INSERT INTO log.permission_event (
    occurred_at, effective_at, received_at, batch_id, app, os, app_version, device_model, locale, type, status,
    occurred_offset, installation_id, id
)
SELECT
    made.occurred_at, made.occurred_at, made.received_at, made.batch_id, 1, made.word, made.word, made.word + 7,
    made.word + 14, made.type, 'authorized', 0, made.installation_id, made.id
FROM made
WHERE made.type <= 'settings_opened'
ORDER BY made.batch_id, made.installation_id, made.occurred_at, made.id;

INSERT INTO log.batch (
    batch_id, position, committed_at, latest_received_at, first_line, last_line, start_offset, end_offset, accepted,
    duplicates, rejected, is_last, source, engagement_months
)
SELECT
    made.batch_id, made.batch_id, max(made.received_at), max(made.received_at), 1, count(*), 0, count(*), count(*), 0, 0,
    false, 'history', array_agg(DISTINCT date_trunc('month', made.occurred_at AT TIME ZONE 'UTC')::date)
FROM made
GROUP BY made.batch_id;

DROP TABLE made;
