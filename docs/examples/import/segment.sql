-- Converts Segment's archive (the calls as JSON, one per line, in Amazon S3 or Google Cloud Storage) into events.
-- Run `duckdb -f segment.sql`: it writes segment.ndjson.
.read contract.sql

-- Change these: the files of the archive, also .gz and in folders below, and the bundle identifier for calls without one.
SET VARIABLE files = 'segment/**';
SET VARIABLE app_id = 'com.example.shop';

-- Change these: how your app names its events. These are the names that the collector knows as well.
INSERT INTO event_names VALUES
    ('Application Opened', 'app_opened'),
    ('Application Uninstalled', 'push_unregistered'),
    ('Mobile App Uninstalled', 'push_unregistered'),
    ('Notification Permission Denied', 'prompt_denied'),
    ('Notification Permission Granted', 'prompt_granted'),
    ('Notification Permission Requested', 'prompt_shown'),
    ('Push Bounced', 'push_unregistered'),
    ('Push Clicked', 'notification_opened'),
    ('Push Notification Bounced', 'push_unregistered'),
    ('Push Notification Opened', 'notification_opened'),
    ('Push Notification Received', 'notification_received'),
    ('Push Notification Sent', 'notification_sent'),
    ('Push Notification Tapped', 'notification_opened'),
    ('Push Opened', 'notification_opened'),
    ('Push Received', 'notification_received'),
    ('Push Sent', 'notification_sent'),
    ('iOS Foreground Push Opened', 'notification_received'),
    ('pushBounce', 'push_unregistered'),
    ('pushOpen', 'notification_opened'),
    ('pushSend', 'notification_sent'),
    ('pushUninstall', 'push_unregistered'),
    ('users.behaviors.Uninstall', 'push_unregistered'),
    ('users.messages.pushnotification.Bounce', 'push_unregistered'),
    ('users.messages.pushnotification.IosForeground', 'notification_received'),
    ('users.messages.pushnotification.Open', 'notification_opened'),
    ('users.messages.pushnotification.Send', 'notification_sent');

CREATE VIEW export AS
SELECT
    *,
    -- Of this vendor an empty text counts as absent. RudderStack writes its own receipt for a missing originalTimestamp.
    TRY_CAST(
        coalesce(
            nullif(nullif(originalTimestamp, receivedAt), ''), nullif(timestamp, ''), originalTimestamp
        ) AS TIMESTAMPTZ
    ) AS occurred_at,
    (
        coalesce(context ->> '$.library.name', '') IN ('analytics.js', 'RudderLabs JavaScript SDK')
        -- The library for Flutter sends from phones too, and then names their system.
        OR (
            coalesce(context ->> '$.library.name', '') = 'analytics-flutter'
            AND coalesce(context ->> '$.os.name', '') = ''
        )
    ) AS is_browser
FROM read_json(
    getvariable('files'),
    format = 'newline_delimited',
    columns = {
        type: 'VARCHAR', event: 'VARCHAR', messageId: 'VARCHAR', anonymousId: 'VARCHAR', userId: 'VARCHAR',
        originalTimestamp: 'VARCHAR', timestamp: 'VARCHAR', sentAt: 'VARCHAR', receivedAt: 'VARCHAR',
        context: 'JSON', properties: 'JSON'
    }
)
WHERE type = 'track';

COPY (
    SELECT
        contract_id(calls.messageId) AS id,
        event_names.type,
        coalesce(nullif(calls.context ->> '$.app.namespace', ''), getvariable('app_id')) AS app_id,
        coalesce(contract_id(calls.anonymousId), contract_id(calls.userId)) AS installation_id,
        contract_time(
            calls.occurred_at, seconds_ahead(calls.occurred_at, calls.context ->> '$.timezone')
        ) AS occurred_at,
        -- When the library closed the batch, which can be long before it went out: only a later time than that of the
        -- receipt says that the clock is wrong.
        CASE
            WHEN TRY_CAST(calls.sentAt AS TIMESTAMPTZ) > TRY_CAST(calls.receivedAt AS TIMESTAMPTZ) THEN calls.sentAt
        END AS sent_at,
        calls.receivedAt AS received_at,
        contract_os(event_names.type, calls.context ->> '$.os.name', calls.context ->> '$.os.version') AS os,
        calls.context ->> '$.app.version' AS app_version,
        calls.context ->> '$.device.model' AS device_model,
        calls.context ->> '$.locale' AS locale,
        contract_data(calls.properties) AS data
    FROM export AS calls
    INNER JOIN event_names ON event_names.name = calls.event
    WHERE NOT calls.is_browser
) TO 'segment.ndjson' (FORMAT json);

-- Events of browsers are left out, because a website is not the app: their system is that of the computer or phone, and
-- their id that of the browser.
SELECT count(*) AS browser_events_left_out
FROM export
INNER JOIN event_names ON event_names.name = export.event
WHERE export.is_browser;
