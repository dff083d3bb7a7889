-- Converts the response of Mixpanel's Raw Event Export API (JSON, one event per line) into events.
-- Run `duckdb -f mixpanel.sql`: it writes mixpanel.ndjson.
.read contract.sql

-- Change these: the files of the export, also .gz, and the bundle identifier, which Mixpanel does not know.
SET VARIABLE files = 'mixpanel/*.jsonl*';
SET VARIABLE app_id = 'com.example.shop';
-- Change this if the project was made before 2023: such a project keeps the local time of its time zone.
SET VARIABLE project_time_zone = 'UTC';

-- Change these: how your app names its events. The last one is that of Mixpanel's libraries.
INSERT INTO event_names VALUES
    ('Push Prompt Shown', 'prompt_shown'),
    ('Push Prompt Allowed', 'prompt_granted'),
    ('Push Prompt Refused', 'prompt_denied'),
    ('Push Permission Read', 'status_observed'),
    ('Push Opened', 'notification_opened'),
    ('$ae_session', 'app_opened');

CREATE VIEW export AS
SELECT
    event,
    properties,
    CAST(properties ->> '$.time' AS DOUBLE) AS stamp,
    coalesce(properties ->> '$.mp_lib', '') = 'web' OR (properties ->> '/$browser') IS NOT NULL AS is_browser
FROM read_json(
    getvariable('files'),
    format = 'newline_delimited',
    columns = {event: 'VARCHAR', properties: 'JSON'}
);

COPY (
    WITH placed AS (
        SELECT
            event,
            properties,
            -- Seconds, or milliseconds if the export asked for time_in_ms.
            timezone(
                getvariable('project_time_zone'),
                timezone('UTC', to_timestamp(CASE WHEN stamp > 1e11 THEN stamp / 1000 ELSE stamp END))
            ) AS logged_at
        FROM export
        WHERE NOT is_browser
    )
    SELECT
        contract_id(
            concat_ws(
                ' ', 'mixpanel', placed.event,
                coalesce(placed.properties ->> '/$insert_id', CAST(placed.properties AS VARCHAR))
            )
        ) AS id,
        event_names.type,
        getvariable('app_id') AS app_id,
        contract_id(
            regexp_replace(
                coalesce(placed.properties ->> '/$device_id', placed.properties ->> '$.distinct_id'), '^[$]device:', ''
            )
        ) AS installation_id,
        -- A session is logged at its end, with its length in seconds.
        contract_time(
            placed.logged_at
            - to_seconds(coalesce(TRY_CAST(placed.properties ->> '/$ae_session_length' AS DOUBLE), 0)), 0
        ) AS occurred_at,
        contract_time(
            to_timestamp(TRY_CAST(placed.properties ->> '$.mp_processing_time_ms' AS DOUBLE) / 1000), 0
        ) AS received_at,
        -- Mixpanel's library for Unity writes Apple for iPhones and iPads.
        contract_os(
            event_names.type,
            CASE
                WHEN (placed.properties ->> '/$os') IS DISTINCT FROM 'Apple' THEN placed.properties ->> '/$os'
                WHEN (placed.properties ->> '/$model') LIKE 'iPad%' THEN 'iPadOS'
                ELSE 'iOS'
            END,
            placed.properties ->> '/$os_version'
        ) AS os,
        placed.properties ->> '/$app_version_string' AS app_version,
        placed.properties ->> '/$model' AS device_model,
        contract_data(placed.properties) AS data
    FROM placed
    INNER JOIN event_names ON event_names.name = placed.event
) TO 'mixpanel.ndjson' (FORMAT json);

-- Events of browsers are left out, because a website is not the app: their system is that of the computer or phone, and
-- their id that of the browser.
SELECT count(*) AS browser_events_left_out
FROM export
INNER JOIN event_names ON event_names.name = export.event
WHERE export.is_browser;
