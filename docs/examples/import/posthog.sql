-- Converts PostHog's batch export of events (S3 or file download, format JSON lines) into events.
-- Run `duckdb -f posthog.sql`: it writes posthog.ndjson.
.read contract.sql

-- Change these: the files of the export, also .gz, and the bundle identifier for events that do not say it.
SET VARIABLE files = 'posthog/**/*.jsonl*';
SET VARIABLE app_id = 'com.example.shop';

-- Change these: how your app names its events. The last three are those of PostHog's libraries: a return to the app is
-- Application Opened, of React Native Application Became Active.
INSERT INTO event_names VALUES
    ('push_prompt_shown', 'prompt_shown'),
    ('push_prompt_allowed', 'prompt_granted'),
    ('push_prompt_refused', 'prompt_denied'),
    ('push_permission_read', 'status_observed'),
    ('$push_notification_opened', 'notification_opened'),
    ('Application Opened', 'app_opened'),
    ('Application Became Active', 'app_opened');

-- The members of a push that PostHog's libraries report at its tap: its action, and those of `posthog` in its payload.
CREATE MACRO push_properties(properties) AS
    json_merge_patch('{}', json_object(
        'message_id', properties ->> '/$notification_message_id',
        'campaign', properties ->> '/$notification_campaign',
        'action', properties ->> '/$notification_action'
    ));

CREATE VIEW export AS
SELECT
    *,
    TRY_CAST(timestamp AS TIMESTAMPTZ) AS occurred_at,
    coalesce(properties ->> '/$lib', '') = 'web' OR (properties ->> '/$browser') IS NOT NULL AS is_browser
FROM read_json(
    getvariable('files'),
    format = 'newline_delimited',
    columns = {
        uuid: 'VARCHAR', event: 'VARCHAR', distinct_id: 'VARCHAR', timestamp: 'VARCHAR', created_at: 'VARCHAR',
        properties: 'JSON'
    }
);

COPY (
    SELECT
        contract_id(events.uuid) AS id,
        event_names.type,
        coalesce(events.properties ->> '/$app_namespace', getvariable('app_id')) AS app_id,
        contract_id(coalesce(events.properties ->> '/$device_id', events.distinct_id)) AS installation_id,
        contract_time(
            events.occurred_at, seconds_ahead(events.occurred_at, events.properties ->> '/$timezone')
        ) AS occurred_at,
        contract_time(TRY_CAST(events.created_at AS TIMESTAMPTZ), 0) AS received_at,
        contract_os(
            event_names.type, coalesce(events.properties ->> '/$os_name', events.properties ->> '/$os'),
            events.properties ->> '/$os_version'
        ) AS os,
        events.properties ->> '/$app_version' AS app_version,
        events.properties ->> '/$device_model' AS device_model,
        events.properties ->> '/$locale' AS locale,
        contract_data(json_merge_patch(push_properties(events.properties), events.properties)) AS data
    FROM export AS events
    INNER JOIN event_names ON event_names.name = events.event
    WHERE NOT events.is_browser
) TO 'posthog.ndjson' (FORMAT json);

-- Events of browsers are left out, because a website is not the app: their system is that of the computer or phone, and
-- their id that of the browser.
SELECT count(*) AS browser_events_left_out
FROM export
INNER JOIN event_names ON event_names.name = export.event
WHERE export.is_browser;
