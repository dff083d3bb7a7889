-- Converts the zip of Amplitude's Export API (JSON files with one event per line) into events.
-- Run `duckdb -f amplitude.sql`: it writes amplitude.ndjson.
.read contract.sql

-- Change these: the files of the unpacked zip, also .gz, and the bundle identifier, which Amplitude does not know.
SET VARIABLE files = 'amplitude/**/*.json*';
SET VARIABLE app_id = 'com.example.shop';

-- Change these: how your app names its events. The last one is that of Amplitude's libraries.
INSERT INTO event_names VALUES
    ('Push Prompt Shown', 'prompt_shown'),
    ('Push Prompt Allowed', 'prompt_granted'),
    ('Push Prompt Refused', 'prompt_denied'),
    ('Push Permission Read', 'status_observed'),
    ('Push Opened', 'notification_opened'),
    ('[Amplitude] Application Opened', 'app_opened');

CREATE VIEW export AS
SELECT
    *,
    coalesce(platform, '') = 'Web' AS is_browser
FROM read_json(
    getvariable('files'),
    format = 'newline_delimited',
    columns = {
        uuid: 'VARCHAR', event_type: 'VARCHAR', device_id: 'VARCHAR', client_event_time: 'VARCHAR',
        client_upload_time: 'VARCHAR', server_received_time: 'VARCHAR', server_upload_time: 'VARCHAR',
        os_name: 'VARCHAR', platform: 'VARCHAR', os_version: 'VARCHAR', version_name: 'VARCHAR',
        device_model: 'VARCHAR', device_type: 'VARCHAR', language: 'VARCHAR', event_properties: 'JSON'
    }
);

COPY (
    SELECT
        contract_id(events.uuid) AS id,
        event_names.type,
        getvariable('app_id') AS app_id,
        contract_id(events.device_id) AS installation_id,
        -- Without a zone, in UTC.
        contract_time(TRY_CAST(events.client_event_time AS TIMESTAMPTZ), 0) AS occurred_at,
        contract_time(TRY_CAST(events.client_upload_time AS TIMESTAMPTZ), 0) AS sent_at,
        contract_time(
            TRY_CAST(coalesce(events.server_received_time, events.server_upload_time) AS TIMESTAMPTZ), 0
        ) AS received_at,
        contract_os(event_names.type, coalesce(events.os_name, events.platform), events.os_version) AS os,
        events.version_name AS app_version,
        coalesce(events.device_model, events.device_type) AS device_model,
        events.language AS locale,
        contract_data(events.event_properties) AS data
    FROM export AS events
    INNER JOIN event_names ON event_names.name = events.event_type
    WHERE NOT events.is_browser
) TO 'amplitude.ndjson' (FORMAT json);

-- Events of browsers are left out, because a website is not the app: their system is that of the computer or phone, and
-- their id that of the browser.
SELECT count(*) AS browser_events_left_out
FROM export
INNER JOIN event_names ON event_names.name = export.event_type
WHERE export.is_browser;
