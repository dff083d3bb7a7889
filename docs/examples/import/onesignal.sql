-- Converts OneSignal's CSV export of subscriptions into events: the status of each subscription on the day of the export.
-- Run `duckdb -f onesignal.sql`: it writes onesignal.ndjson.
.read contract.sql

-- Change these: the exports, also .gz, and the bundle identifier, which the export does not name. A file's name must
-- hold the day of its export as OneSignal writes it, such as users_1849c0de_2026-03-10.csv.gz.
SET VARIABLE files = 'onesignal/*.csv*';
SET VARIABLE app_id = 'com.example.shop';

CREATE VIEW export AS
FROM read_csv(getvariable('files'), header = true, all_varchar = true, union_by_name = true, filename = true)
-- No row, but the column that an export without `extra_fields` lacks.
UNION ALL BY NAME
SELECT CAST(NULL AS VARCHAR) AS notification_types
WHERE false;

COPY (
    WITH subscriptions AS (
        SELECT
            *,
            TRY_CAST(regexp_extract(parse_filename(filename), '[0-9]{4}-[0-9]{2}-[0-9]{2}') AS DATE) AS exported_on,
            TRY_CAST(notification_types AS INTEGER) AS types
        FROM export
        -- 0 is iOS, 1 is Android; the others are browsers, mail, text messages and other systems.
        WHERE device_type IN ('0', '1')
    )
    SELECT
        contract_id(concat_ws(' ', 'onesignal', subscriptions.id, subscriptions.exported_on)) AS id,
        'status_observed' AS type,
        getvariable('app_id') AS app_id,
        contract_id(subscriptions.id) AS installation_id,
        contract_time(CAST(subscriptions.exported_on AS TIMESTAMPTZ), 0) AS occurred_at,
        contract_os(
            'status_observed',
            CASE
                WHEN subscriptions.device_type = '1' THEN 'Android'
                WHEN subscriptions.device_model LIKE 'iPad%' THEN 'iPadOS'
                ELSE 'iOS'
            END,
            subscriptions.device_os
        ) AS os,
        subscriptions.game_version AS app_version,
        subscriptions.device_model AS device_model,
        subscriptions.language AS locale,
        {
            status: CASE
                -- On iOS the number is a sum of what is allowed: 64 is a provisional authorization.
                WHEN subscriptions.types IN (-18, -19) THEN 'not_determined'
                WHEN subscriptions.invalid_identifier IN ('t', 'true') THEN 'denied'
                WHEN subscriptions.types <= 0 THEN 'denied'
                WHEN subscriptions.device_type = '0' AND subscriptions.types & 64 > 0 THEN 'provisional'
                ELSE 'authorized'
            END
        } AS data
    FROM subscriptions
) TO 'onesignal.ndjson' (FORMAT json);

-- Browsers are left out, because a website is not the app, and so are mail, text messages and other systems.
SELECT count(*) AS subscriptions_left_out
FROM export
WHERE device_type IS NULL OR device_type NOT IN ('0', '1');
