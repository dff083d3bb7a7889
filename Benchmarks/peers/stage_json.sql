-- NDJSON by psql alone: standard input line by line into a temporary table, then into the tables of the log where the key
-- lets it. The lines must be JSON, for PostgreSQL 15 can't ask a text whether it is; nothing is validated.
-- May be run again: what is stored stays.
CREATE TEMPORARY TABLE line (event jsonb NOT NULL);
\copy line FROM pstdin WITH (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')

BEGIN;
CREATE TEMPORARY TABLE staged ON COMMIT DROP AS
SELECT
    (line.event->>'occurred_at')::timestamptz AS occurred_at,
    (line.event->>'sent_at')::timestamptz AS sent_at,
    (line.event->>'received_at')::timestamptz AS received_at,
    (line.event->>'sequence')::numeric::bigint AS sequence,
    (line.event->>'type')::log.event_type AS type,
    (line.event->>'installation_id')::uuid AS installation_id,
    (line.event->>'id')::uuid AS id,
    line.event->>'app_id' AS app_id,
    lower(line.event->'os'->>'name') AS os_name,
    (string_to_array(split_part(line.event->'os'->>'version', ' ', 1), '.') || '{0,0}'::text[])::smallint[] AS version,
    CASE
        WHEN upper(line.event->>'occurred_at') LIKE '%Z' THEN 0
        ELSE substring(line.event->>'occurred_at' FROM '([-+]\d\d):\d\d$')::integer * 60
            + (substring(line.event->>'occurred_at' FROM '([-+])\d\d:\d\d$')
                || substring(line.event->>'occurred_at' FROM '[-+]\d\d:(\d\d)$'))::integer
    END::smallint AS occurred_offset,
    nullif(line.event->>'app_version', '') AS app_version,
    nullif(line.event->>'device_model', '') AS device_model,
    nullif(line.event->>'locale', '') AS locale,
    line.event->'data' AS data
FROM line;
ANALYZE staged;

INSERT INTO log.app (app_id) SELECT DISTINCT staged.app_id FROM staged ON CONFLICT DO NOTHING;
INSERT INTO log.os (os_name, major, minor, patch)
SELECT DISTINCT spelling.os_name, staged.version[1], staged.version[2], staged.version[3]
FROM staged
INNER JOIN (
    SELECT lower(name) AS lower_name, name AS os_name
    FROM unnest('{iOS,iPadOS,tvOS,watchOS,visionOS,macOS,Android,web}'::text[]) AS name
) AS spelling ON spelling.lower_name = staged.os_name
ON CONFLICT DO NOTHING;
INSERT INTO log.word (text)
SELECT staged.app_version FROM staged WHERE staged.app_version IS NOT NULL
UNION SELECT staged.device_model FROM staged WHERE staged.device_model IS NOT NULL
UNION SELECT staged.locale FROM staged WHERE staged.locale IS NOT NULL
UNION SELECT staged.data->>'placement' FROM staged WHERE staged.data->>'placement' <> ''
UNION SELECT staged.data->>'variant' FROM staged WHERE staged.data->>'variant' <> ''
UNION SELECT staged.data->>'campaign' FROM staged WHERE staged.data->>'campaign' <> ''
UNION SELECT staged.data->>'action' FROM staged WHERE staged.data->>'action' <> ''
ON CONFLICT DO NOTHING;

CREATE TEMPORARY TABLE resolved ON COMMIT DROP AS
SELECT
    staged.occurred_at,
    CASE
        WHEN abs(extract(epoch FROM staged.received_at - staged.sent_at)) > 60
            THEN staged.occurred_at + (staged.received_at - staged.sent_at)
        ELSE staged.occurred_at
    END AS effective_at,
    staged.received_at, staged.sent_at, staged.sequence, app.app, os.os,
    app_version.word AS app_version, device_model.word AS device_model, locale.word AS locale,
    placement.word AS placement, variant.word AS variant, campaign.word AS campaign, action.word AS action,
    staged.type, staged.type <= 'settings_opened' AS is_permission_event, staged.occurred_offset, staged.installation_id,
    staged.id, staged.data
FROM staged
INNER JOIN log.app AS app ON app.app_id = staged.app_id
LEFT JOIN log.os AS os ON lower(os.os_name) = staged.os_name
    AND os.major = staged.version[1] AND os.minor = staged.version[2] AND os.patch = staged.version[3]
LEFT JOIN log.word AS app_version ON app_version.text = staged.app_version
LEFT JOIN log.word AS device_model ON device_model.text = staged.device_model
LEFT JOIN log.word AS locale ON locale.text = staged.locale
LEFT JOIN log.word AS placement ON placement.text = staged.data->>'placement'
LEFT JOIN log.word AS variant ON variant.text = staged.data->>'variant'
LEFT JOIN log.word AS campaign ON campaign.text = staged.data->>'campaign'
LEFT JOIN log.word AS action ON action.text = staged.data->>'action';

INSERT INTO log.engagement_event (
    occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model, locale,
    campaign, action, type, app_state, trigger, occurred_offset, installation_id, id, notification_id, data
)
SELECT
    occurred_at, effective_at, received_at, sent_at, sequence, 0, app,
    CASE WHEN NOT is_permission_event THEN os END,
    CASE WHEN NOT is_permission_event THEN app_version END,
    CASE WHEN NOT is_permission_event THEN device_model END,
    CASE WHEN NOT is_permission_event THEN locale END,
    CASE WHEN NOT is_permission_event THEN campaign END,
    CASE WHEN NOT is_permission_event THEN action END,
    type,
    CASE WHEN NOT is_permission_event THEN data->>'app_state' END::log.app_state,
    CASE WHEN NOT is_permission_event THEN data->>'trigger' END::log.open_trigger,
    occurred_offset, installation_id, id,
    CASE WHEN NOT is_permission_event THEN data->>'notification_id' END,
    CASE
        WHEN NOT is_permission_event
            THEN nullif(data - '{notification_id,campaign,action,app_state,trigger}'::text[], '{}')
    END
FROM resolved
ORDER BY occurred_at, installation_id, id, app
ON CONFLICT DO NOTHING;

INSERT INTO log.permission_event (
    occurred_at, effective_at, received_at, sent_at, sequence, batch_id, app, os, app_version, device_model, locale,
    placement, variant, type, status, delivery, occurred_offset, installation_id, id, data
)
SELECT
    occurred_at, effective_at, received_at, sent_at, sequence, 0, app, os, app_version, device_model, locale, placement,
    variant, type, (data->>'status')::log.authorization_status, (data->>'delivery')::log.kept_delivery, occurred_offset,
    installation_id, id, nullif(data - '{status,delivery,placement,variant}'::text[], '{}')
FROM resolved
WHERE is_permission_event
ORDER BY installation_id, occurred_at, id, app
ON CONFLICT DO NOTHING;
COMMIT;
