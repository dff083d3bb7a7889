-- Converts the files of a Braze Current into events: sends, taps, bounces, uninstalls, sessions, states of push tokens.
-- Run `duckdb -f braze.sql`: it writes braze.ndjson. avro_to_json.py makes lines of JSON from Avro files.
.read contract.sql

-- Change these: the files, a record or a posted body of JSON per line, also .gz, and which member of a record identifies
-- the device. If your app gives its installation id to Braze as the external id, write '$.external_user_id'.
SET VARIABLE files = 'braze/**/*json*';
SET VARIABLE device = '$.device_id';

-- Change these: your apps by their identifiers in Braze. Records of other apps are left out.
CREATE TABLE apps (braze_app_id VARCHAR, app_id VARCHAR);

INSERT INTO apps VALUES
    ('3d1f9a52-6c0b-4e57-8a41-0b7c2d9e1f60', 'com.example.shop');

-- The state of a push token is no event if the token is removed, because it may have moved to another account on the same
-- phone, or if it does not say whether notifications are allowed.
INSERT INTO event_names VALUES
    ('users.messages.pushnotification.Send', 'notification_sent'),
    ('users.messages.pushnotification.Open', 'notification_opened'),
    ('users.messages.pushnotification.IosForeground', 'notification_received'),
    ('users.messages.pushnotification.Bounce', 'push_unregistered'),
    ('users.behaviors.Uninstall', 'push_unregistered'),
    ('users.behaviors.app.SessionStart', 'app_opened'),
    ('users.behaviors.pushnotification.TokenStateChange', 'status_observed');

-- Files in a warehouse have the members of `user` and `properties` at the top, and their type in the path. A posted body
-- has several records in `events`.
CREATE VIEW record AS
WITH written AS (
    SELECT
        line.filename,
        unnest(coalesce(CAST(line.json -> '$.events' AS JSON[]), [line.json])) AS json
    FROM read_json_objects(getvariable('files'), format = 'newline_delimited', filename = true) AS line
)

SELECT
    coalesce(
        written.json ->> '$.event_type', regexp_extract(written.filename, 'users[.][a-z.]+[.][A-Z][A-Za-z]+')
    ) AS event_type,
    json_merge_patch(
        json_merge_patch(written.json, coalesce(written.json -> '$.user', '{}')),
        coalesce(written.json -> '$.properties', '{}')
    ) AS members
FROM written;

CREATE TABLE export AS
SELECT
    record.members,
    event_names.type,
    apps.app_id,
    coalesce(record.members ->> getvariable('device'), record.members ->> '$.push_token_device_id') AS device_id,
    make_timestamptz(
        coalesce(
            CAST(record.members ->> '$.time_ms' AS BIGINT) * 1000, CAST(record.members ->> '$.time' AS BIGINT) * 1000000
        )
    ) AS occurred_at,
    lower(record.members ->> '$.platform') AS platform
FROM record
INNER JOIN event_names ON event_names.name = record.event_type
LEFT JOIN apps ON apps.braze_app_id = (record.members ->> '$.app_id')
WHERE event_names.type <> 'status_observed'
    OR (record.members ->> '$.push_token_state_change_type') IS DISTINCT FROM 'remove'
    AND (record.members ->> '$.push_token_foreground_push_disabled') IS NOT NULL;

-- A device's system by the records that have its version; others take the latest one before them.
CREATE TABLE system AS
SELECT
    export.device_id,
    export.occurred_at,
    export.members ->> '$.os_version' AS version,
    export.members ->> '$.device_model' AS device_model,
    export.platform
FROM export
WHERE (export.members ->> '$.os_version') IS NOT NULL;

COPY (
    SELECT
        contract_id(events.members ->> '$.id') AS id,
        events.type,
        events.app_id,
        events.device_id,
        contract_time(
            events.occurred_at, seconds_ahead(events.occurred_at, events.members ->> '$.timezone')
        ) AS occurred_at,
        -- Braze knows the version only where the app ran.
        contract_os(
            events.type,
            CASE
                WHEN system.device_model LIKE 'iPad%' THEN 'iPadOS'
                ELSE coalesce(events.platform, system.platform)
            END,
            system.version
        ) AS os,
        system.device_model,
        json_merge_patch('{}', json_object(
            'notification_id', CASE WHEN events.type LIKE 'notification%' THEN coalesce(
                events.members ->> '$.dispatch_id', events.members ->> '$.send_id',
                events.members ->> '$.canvas_step_id', events.members ->> '$.message_variation_id'
            ) END,
            'campaign', CASE WHEN events.type LIKE 'notification%' THEN coalesce(
                events.members ->> '$.campaign_name', events.members ->> '$.canvas_name'
            ) END,
            'app_state', CASE WHEN events.type = 'notification_received' THEN 'foreground' END,
            'action', events.members ->> '$.button_string',
            'service', CASE WHEN events.type = 'push_unregistered' THEN 'braze' END,
            'status', CASE
                WHEN events.type <> 'status_observed' THEN NULL
                WHEN CAST(events.members ->> '$.push_token_foreground_push_disabled' AS BOOLEAN) THEN 'denied'
                WHEN CAST(events.members ->> '$.push_token_provisionally_opted_in' AS BOOLEAN) THEN 'provisional'
                ELSE 'authorized'
            END
        )) AS data
    FROM export AS events
    ASOF LEFT JOIN system
        ON system.device_id = events.device_id AND system.occurred_at <= events.occurred_at
    WHERE events.app_id IS NOT NULL AND events.platform IS DISTINCT FROM 'web'
) TO 'braze.ndjson' (FORMAT json);

-- Browsers are left out, because a website is not the app, and so are apps that are not listed above.
SELECT export.members ->> '$.app_id' AS braze_app_id, count(*) AS records_left_out
FROM export
WHERE export.app_id IS NULL OR export.platform = 'web'
GROUP BY 1;
