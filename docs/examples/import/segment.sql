-- Converts Segment's archive (the calls as JSON, one per line, in Amazon S3 or Google Cloud Storage) into events.
-- Run `duckdb -f segment.sql`: it writes segment.ndjson.
.read contract.sql

-- Change these: the files of the archive, also .gz and in folders below, and the bundle identifier for calls without one.
SET VARIABLE files = 'segment/**';
SET VARIABLE app_id = 'com.example.shop';

-- Change these: how your app names its events. These are the names that the collector knows as well.
INSERT INTO event_names VALUES
    ('Notification Permission Requested', 'prompt_shown'),
    ('Notification Permission Granted', 'prompt_granted'),
    ('Notification Permission Denied', 'prompt_denied'),
    ('Push Notification Received', 'notification_received'),
    ('Push Notification Tapped', 'notification_opened'),
    ('Push Notification Opened', 'notification_opened'),
    ('Application Opened', 'app_opened');

COPY (
    WITH calls AS (
        SELECT
            *,
            TRY_CAST(coalesce(originalTimestamp, timestamp) AS TIMESTAMPTZ) AS occurred_at
        FROM read_json(
            getvariable('files'),
            format = 'newline_delimited',
            columns = {
                type: 'VARCHAR', event: 'VARCHAR', messageId: 'VARCHAR', anonymousId: 'VARCHAR',
                originalTimestamp: 'VARCHAR', timestamp: 'VARCHAR', sentAt: 'VARCHAR', receivedAt: 'VARCHAR',
                context: 'JSON', properties: 'JSON'
            }
        )
        WHERE type = 'track'
    )
    SELECT
        contract_id(calls.messageId) AS id,
        event_names.type,
        coalesce(calls.context ->> '$.app.namespace', getvariable('app_id')) AS app_id,
        contract_id(calls.anonymousId) AS installation_id,
        contract_time(
            calls.occurred_at, seconds_ahead(calls.occurred_at, calls.context ->> '$.timezone')
        ) AS occurred_at,
        calls.sentAt AS sent_at,
        calls.receivedAt AS received_at,
        {
            name: contract_os_name(calls.context ->> '$.os.name'),
            version: contract_os_version(calls.context ->> '$.os.version')
        } AS os,
        calls.context ->> '$.app.version' AS app_version,
        calls.context ->> '$.device.model' AS device_model,
        calls.context ->> '$.locale' AS locale,
        contract_data(calls.properties) AS data
    FROM calls
    INNER JOIN event_names ON event_names.name = calls.event
) TO 'segment.ndjson' (FORMAT json);
