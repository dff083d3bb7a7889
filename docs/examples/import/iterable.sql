-- Converts Iterable's system webhooks into events: pushes that were sent or bounced, and uninstalls.
-- Run `duckdb -f iterable.sql`: it writes iterable.ndjson.
.read contract.sql

-- Change these: the bodies of the webhooks, one per line, also .gz; the bundle identifier, which they do not name; and
-- which member of a body identifies the device. If the userId is the installation id of your app, write '$.userId'.
-- Then bounces and uninstalls are left out, because the installation may have replaced the token.
SET VARIABLE files = 'iterable/**/*.ndjson*';
SET VARIABLE app_id = 'com.example.shop';
SET VARIABLE device = '$.dataFields.platformEndpoint';

INSERT INTO event_names VALUES
    ('pushSend', 'notification_sent'),
    ('pushBounce', 'push_unregistered'),
    ('pushUninstall', 'push_unregistered');

CREATE TABLE export AS
SELECT
    body.json ->> '$.eventName' AS name,
    body.json ->> getvariable('device') AS device_id,
    body.json -> '$.dataFields' AS fields,
    (body.json ->> '$.eventName') IN ('pushBounce', 'pushUninstall')
    AND getvariable('device') NOT LIKE '%.platformEndpoint' AS is_persons_bounce
FROM read_json_objects(getvariable('files'), format = 'newline_delimited') AS body;

COPY (
    SELECT
        contract_id(
            concat_ws(
                ' ', 'iterable', export.name, export.device_id, export.fields ->> '$.messageId',
                export.fields ->> '$.campaignId', export.fields ->> '$.createdAt'
            )
        ) AS id,
        event_names.type,
        getvariable('app_id') AS app_id,
        export.device_id,
        contract_time(CAST(replace(export.fields ->> '$.createdAt', ' +', '+') AS TIMESTAMPTZ), 0) AS occurred_at,
        json_merge_patch('{}', json_object(
            'notification_id', CASE WHEN export.name = 'pushSend' THEN export.fields ->> '$.messageId' END,
            'campaign', CASE WHEN export.name = 'pushSend' THEN export.fields ->> '$.campaignName' END,
            'service', CASE WHEN export.name <> 'pushSend' THEN 'iterable' END
        )) AS data
    FROM export
    INNER JOIN event_names ON event_names.name = export.name
    WHERE NOT export.is_persons_bounce
) TO 'iterable.ndjson' (FORMAT json);

-- Mail and other messages are left out. So are opens, because they lack the device and its system.
SELECT
    count(*) FILTER (WHERE export.name NOT IN (SELECT name FROM event_names)) AS webhooks_left_out,
    count(*) FILTER (WHERE export.is_persons_bounce) AS bounces_left_out
FROM export;
