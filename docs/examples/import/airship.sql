-- Converts the events of Airship's Real-Time Data Streaming into events: sends, opens, uninstalls and opt-in flags.
-- Run `duckdb -f airship.sql`: it writes airship.ndjson.
.read contract.sql

-- Change these: the files, one event per line, also .gz; which member of `device` identifies the device; and the bundle
-- identifier, which sends do not name. If your app gives its installation id to Airship as the named user, write
-- '$.named_user_id'.
SET VARIABLE files = 'airship/**/*.ndjson*';
SET VARIABLE device = '$.channel';
SET VARIABLE app_id = 'com.example.shop';

CREATE TABLE export AS
SELECT
    written.*,
    written.device ->> getvariable('device') AS device_id,
    written.device -> '$.attributes' AS attributes,
    CASE upper(written.device ->> '$.device_type') WHEN 'IOS' THEN 'iOS' ELSE 'Android' END AS os_name,
    coalesce(upper(written.device ->> '$.device_type') NOT IN ('IOS', 'ANDROID', 'AMAZON'), true) AS is_left_out
FROM read_json(
    getvariable('files'),
    format = 'newline_delimited',
    columns = {
        id: 'VARCHAR', type: 'VARCHAR', occurred: 'TIMESTAMPTZ', processed: 'TIMESTAMPTZ', device: 'JSON', body: 'JSON'
    }
) AS written;

-- One event of the stream can be several: an open by a tap is the app's open too, and has the device's opt-in flag.
CREATE VIEW converted AS
SELECT *, 'notification_sent' AS event_type, body ->> '$.push_id' AS notification_id FROM export WHERE type = 'SEND'
UNION ALL
SELECT *, 'app_opened', NULL FROM export WHERE type = 'OPEN'
UNION ALL
SELECT *, 'notification_opened', body ->> '$.triggering_push.push_id' FROM export
WHERE type = 'OPEN' AND (body ->> '$.triggering_push.push_id') IS NOT NULL
UNION ALL
SELECT *, 'push_unregistered', NULL FROM export WHERE type = 'UNINSTALL'
UNION ALL
-- The flag is an event where it is another one than at the open before.
SELECT *, 'status_observed', NULL FROM export
WHERE type IN ('FIRST_OPEN', 'OPEN') AND (attributes ->> '$.push_opt_in') IS NOT NULL
QUALIFY (attributes ->> '$.push_opt_in') IS DISTINCT FROM lag(attributes ->> '$.push_opt_in') OVER (
    PARTITION BY device_id ORDER BY occurred, id
);

COPY (
    SELECT
        CASE
            WHEN events.event_type IN ('notification_opened', 'status_observed')
                THEN contract_id(events.id || ' ' || events.event_type)
            ELSE contract_id(events.id)
        END AS id,
        events.event_type AS type,
        getvariable('app_id') AS app_id,
        events.device_id,
        contract_time(
            events.occurred, seconds_ahead(events.occurred, events.attributes ->> '$.iana_timezone')
        ) AS occurred_at,
        contract_time(events.processed, 0) AS received_at,
        contract_os(
            events.event_type,
            CASE
                WHEN (events.attributes ->> '$.device_model') LIKE 'iPad%' THEN 'iPadOS'
                ELSE events.os_name
            END,
            events.attributes ->> '$.device_os'
        ) AS os,
        events.attributes ->> '$.app_version' AS app_version,
        events.attributes ->> '$.device_model' AS device_model,
        json_merge_patch('{}', json_object(
            'notification_id', events.notification_id,
            'campaign', CASE WHEN events.event_type = 'notification_sent' THEN coalesce(
                events.body ->> '$.campaigns.categories[0]', events.body ->> '$.group_id'
            ) END,
            'trigger', CASE WHEN events.event_type = 'notification_opened' THEN 'push' END,
            'service', CASE WHEN events.event_type = 'push_unregistered' THEN 'airship' END,
            'status', CASE
                WHEN events.event_type <> 'status_observed' THEN NULL
                WHEN (events.attributes ->> '$.push_opt_in') = 'true' THEN 'authorized'
                ELSE 'denied'
            END
        )) AS data
    FROM converted AS events
    WHERE NOT events.is_left_out
) TO 'airship.ndjson' (FORMAT json);

-- Browsers are left out, because a website is not the app, and so are mail and text messages; controls are people to whom
-- nothing was sent.
SELECT
    count(*) FILTER (WHERE export.is_left_out AND export.type <> 'CONTROL') AS events_left_out,
    count(*) FILTER (WHERE export.type = 'CONTROL') AS controls_left_out
FROM export;
