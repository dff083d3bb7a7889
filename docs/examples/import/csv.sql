-- Converts a CSV file of your own, with a row for each thing that happened, into events.
-- Run `duckdb -f csv.sql`: it writes csv.ndjson.
.read contract.sql

-- Change these: the files, also .gz, the bundle identifier, and the time zone of rows that do not name one.
SET VARIABLE files = 'csv/*.csv*';
SET VARIABLE app_id = 'com.example.shop';
SET VARIABLE time_zone = 'Europe/Berlin';

-- Change these: how the file names what happened.
INSERT INTO event_names VALUES
    ('asked', 'prompt_shown'),
    ('allowed', 'prompt_granted'),
    ('refused', 'prompt_denied'),
    ('status', 'status_observed'),
    ('sent', 'notification_sent'),
    ('opened', 'notification_opened');

COPY (
    -- Change this: what the columns of the file are called.
    WITH file AS (
        SELECT
            what AS name,
            device AS installation,
            happened_at AS written,
            coalesce(zone, getvariable('time_zone')) AS zone,
            os,
            os_version,
            app_version,
            json_object(
                'status', status, 'placement', screen, 'notification_id', message, 'campaign', campaign
            ) AS properties
        FROM read_csv(getvariable('files'), header = true, all_varchar = true, union_by_name = true)
    ),
    split AS (
        SELECT
            *,
            regexp_extract(
                written,
                '^([0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9.]+)?) ?([zZ]|[+-][0-9]{2}:?[0-9]{2})?$',
                ['clock', 'utc_offset']
            ) AS parts
        FROM file
    ),
    placed AS (
        SELECT
            *,
            TRY_CAST(parts.clock AS TIMESTAMP) AS local_time,
            -- A time without an offset is local time in the row's zone.
            CASE
                WHEN parts.utc_offset <> '' THEN TRY_CAST(parts.clock || upper(parts.utc_offset) AS TIMESTAMPTZ)
                WHEN zone IN (SELECT name FROM time_zones) THEN timezone(zone, TRY_CAST(parts.clock AS TIMESTAMP))
            END AS occurred_at
        FROM split
    )
    SELECT
        contract_id(
            concat_ws(
                ' ', 'csv', placed.name, placed.installation, placed.written, placed.zone, placed.properties
            )
        ) AS id,
        event_names.type,
        getvariable('app_id') AS app_id,
        contract_id(placed.installation) AS installation_id,
        contract_time(
            placed.occurred_at, CAST(epoch(placed.local_time) - epoch(placed.occurred_at) AS BIGINT)
        ) AS occurred_at,
        contract_os(event_names.type, placed.os, placed.os_version) AS os,
        placed.app_version,
        contract_data(placed.properties) AS data
    FROM placed
    INNER JOIN event_names ON event_names.name = placed.name
) TO 'csv.ndjson' (FORMAT json);
