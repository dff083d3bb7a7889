-- Copies the engagement events of the batches after position :after up to :last into as many new batches at the end of
-- the log: the same installations, other event ids, :seconds later, each notification under another id. Run once for
-- the same seconds and positions.
CREATE TEMPORARY TABLE copied AS
SELECT
    batch.batch_id AS of_batch,
    newest.batch_id + row_number() OVER (ORDER BY batch.position) AS batch_id,
    newest.position + row_number() OVER (ORDER BY batch.position) AS position,
    batch.committed_at
FROM log.batch
CROSS JOIN (SELECT max(batch.batch_id) AS batch_id, max(batch.position) AS position FROM log.batch) AS newest
WHERE batch.position > :after AND batch.position <= :last;

CREATE TEMPORARY TABLE made AS
SELECT
    event.occurred_at + later.span AS occurred_at,
    event.effective_at + later.span AS effective_at,
    event.received_at + later.span AS received_at,
    event.sent_at + later.span AS sent_at,
    copied.batch_id, event.app, event.os, event.app_version, event.device_model, event.locale, event.campaign,
    event.type, event.app_state, event.trigger, event.occurred_offset, event.installation_id,
    md5(event.id::text || ' ' || :seconds)::uuid AS id,
    event.notification_id || ' ' || :seconds AS notification_id
FROM (SELECT make_interval(secs => :seconds) AS span) AS later
CROSS JOIN copied
INNER JOIN log.engagement_event AS event ON event.batch_id = copied.of_batch
-- Excludes the rows that only repeat the key of a permission event.
WHERE event.type >= 'notification_sent';

SELECT log.make_partitions(array_agg(DISTINCT date_trunc('month', made.occurred_at AT TIME ZONE 'UTC')::date))
FROM made;

INSERT INTO log.engagement_event (
    occurred_at, effective_at, received_at, sent_at, batch_id, app, os, app_version, device_model, locale, campaign, type,
    app_state, trigger, occurred_offset, installation_id, id, notification_id
)
SELECT
    made.occurred_at, made.effective_at, made.received_at, made.sent_at, made.batch_id, made.app, made.os,
    made.app_version, made.device_model, made.locale, made.campaign, made.type, made.app_state, made.trigger,
    made.occurred_offset, made.installation_id, made.id, made.notification_id
FROM made
ORDER BY made.batch_id, made.occurred_at, made.installation_id, made.id;

INSERT INTO log.batch (
    batch_id, position, committed_at, latest_received_at, first_line, last_line, start_offset, end_offset, accepted,
    duplicates, rejected, is_last, source, engagement_months
)
SELECT
    copied.batch_id, copied.position, copied.committed_at, max(made.received_at), 1, count(made.id), 0, count(made.id),
    count(made.id), 0, 0, false, 'made',
    coalesce(
        array_agg(DISTINCT date_trunc('month', made.occurred_at AT TIME ZONE 'UTC')::date)
            FILTER (WHERE made.id IS NOT NULL),
        '{}'
    )
FROM copied
LEFT JOIN made ON made.batch_id = copied.batch_id
GROUP BY copied.batch_id, copied.position, copied.committed_at
ORDER BY copied.position;

INSERT INTO log.delivery (batch_id, received_from, deliveries, outcome)
SELECT made.batch_id, date_bin('15 minutes', made.received_at, 'epoch'), count(*), 'accepted'
FROM made
GROUP BY made.batch_id, date_bin('15 minutes', made.received_at, 'epoch')
ORDER BY made.batch_id, date_bin('15 minutes', made.received_at, 'epoch');

SELECT setval('log.batch_id', (SELECT max(batch.batch_id) FROM log.batch));

DROP TABLE copied, made;
