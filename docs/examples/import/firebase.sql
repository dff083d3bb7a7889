-- Converts the daily tables of Google Analytics for Firebase in BigQuery (events_YYYYMMDD), extracted as JSON, into events.
-- Run `duckdb -f firebase.sql`: it writes firebase.ndjson.
.read contract.sql

-- Change this: the extracted files, also .gz.
SET VARIABLE files = 'firebase/**/*.json*';

-- Change these: how your app names its events. The last four are collected by Firebase's libraries.
INSERT INTO event_names VALUES
    ('push_prompt_shown', 'prompt_shown'),
    ('push_prompt_allowed', 'prompt_granted'),
    ('push_prompt_refused', 'prompt_denied'),
    ('push_permission_read', 'status_observed'),
    ('notification_open', 'notification_opened'),
    ('notification_receive', 'notification_received'),
    ('notification_foreground', 'notification_received'),
    ('session_start', 'app_opened');

-- Returns the parameter `name` as text, or NULL if there is none. `parameters`: the array event_params. The libraries
-- log a value under the member of its type, a text of digits under one of the numbers if the app passed a number.
CREATE MACRO parameter(parameters, name) AS (
    WITH logged AS (
        SELECT list_filter(parameters, lambda p: p.key = name)[1].value AS value
    )
    SELECT coalesce(value.string_value, value.int_value, value.float_value, value.double_value)
    FROM logged
);

CREATE VIEW export AS
SELECT
    *,
    make_timestamptz(event_timestamp) AS occurred_at,
    coalesce(device.time_zone_offset_seconds, 0) AS ahead,
    coalesce(platform NOT IN ('IOS', 'ANDROID'), true) AS is_browser
FROM read_json(
    getvariable('files'),
    format = 'newline_delimited',
    columns = {
        event_name: 'VARCHAR', event_timestamp: 'BIGINT', event_server_timestamp_offset: 'BIGINT',
        event_bundle_sequence_id: 'VARCHAR', batch_event_index: 'VARCHAR', user_pseudo_id: 'VARCHAR',
        platform: 'VARCHAR',
        event_params: 'STRUCT(
            key VARCHAR,
            value STRUCT(string_value VARCHAR, int_value VARCHAR, float_value VARCHAR, double_value VARCHAR)
        )[]',
        device: 'STRUCT(
            category VARCHAR, operating_system VARCHAR, operating_system_version VARCHAR,
            mobile_model_name VARCHAR, language VARCHAR, time_zone_offset_seconds BIGINT
        )',
        app_info: 'STRUCT(id VARCHAR, version VARCHAR)'
    }
);

COPY (
    SELECT
        contract_id(
            concat_ws(
                ' ', 'firebase', events.user_pseudo_id, events.event_name, events.event_timestamp,
                events.event_bundle_sequence_id, events.batch_event_index
            )
        ) AS id,
        event_names.type,
        events.app_info.id AS app_id,
        contract_id(events.user_pseudo_id) AS installation_id,
        contract_time(events.occurred_at, events.ahead) AS occurred_at,
        contract_time(
            make_timestamptz(events.event_timestamp + events.event_server_timestamp_offset), 0
        ) AS received_at,
        contract_os(
            event_names.type,
            CASE
                WHEN events.platform = 'IOS' AND events.device.category = 'tablet' THEN 'iPadOS'
                ELSE events.device.operating_system
            END,
            events.device.operating_system_version
        ) AS os,
        events.app_info.version AS app_version,
        events.device.mobile_model_name AS device_model,
        events.device.language AS locale,
        json_merge_patch('{}', json_object(
            'placement', parameter(events.event_params, 'placement'),
            'variant', parameter(events.event_params, 'variant'),
            'experiment', parameter(events.event_params, 'experiment'),
            'answer', parameter(events.event_params, 'answer'),
            'delivery', parameter(events.event_params, 'delivery'),
            'trigger', parameter(events.event_params, 'trigger'),
            'action', parameter(events.event_params, 'action'),
            'status', contract_status(parameter(events.event_params, 'status')),
            'notification_id', coalesce(
                parameter(events.event_params, 'notification_id'), parameter(events.event_params, 'message_id')
            ),
            'campaign', coalesce(
                parameter(events.event_params, 'campaign'), parameter(events.event_params, 'message_name')
            ),
            'app_state', CASE events.event_name
                WHEN 'notification_foreground' THEN 'foreground'
                WHEN 'notification_receive' THEN 'background'
            END
        )) AS data
    FROM export AS events
    INNER JOIN event_names ON event_names.name = events.event_name
    WHERE NOT events.is_browser
) TO 'firebase.ndjson' (FORMAT json);

-- Events of browsers are left out, because a website is not the app: their system is that of the computer or phone, and
-- their id that of the browser.
SELECT count(*) AS browser_events_left_out
FROM export
INNER JOIN event_names ON event_names.name = export.event_name
WHERE export.is_browser;
