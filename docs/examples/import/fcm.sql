-- Converts the BigQuery export of Firebase Cloud Messaging (table `data` of firebase_messaging, extracted as JSON) into
-- sends. Run `duckdb -f fcm.sql`: it writes fcm.ndjson.
.read contract.sql

-- Change these: the extracted files, also .gz; and what follows the app's name, such as '.fcm', to give the import an
-- app_id of its own.
SET VARIABLE files = 'fcm/**/*.json*';
SET VARIABLE suffix = '';

CREATE VIEW export AS
SELECT
    *,
    message_type IS NOT DISTINCT FROM 'TOPIC' AS is_topic,
    coalesce(sdk_platform NOT IN ('ANDROID', 'IOS'), false) AS is_browser
FROM read_json(
    getvariable('files'),
    format = 'newline_delimited',
    columns = {
        event_timestamp: 'VARCHAR', message_id: 'VARCHAR', instance_id: 'VARCHAR', sdk_platform: 'VARCHAR',
        app_name: 'VARCHAR', message_type: 'VARCHAR', topic: 'VARCHAR', event: 'VARCHAR', analytics_label: 'VARCHAR'
    }
);

COPY (
    SELECT
        contract_id(concat_ws(' ', 'fcm', export.message_id, export.instance_id)) AS id,
        'notification_sent' AS type,
        export.app_name || getvariable('suffix') AS app_id,
        export.instance_id AS device_id,
        contract_time(CAST(replace(export.event_timestamp, ' UTC', '+00') AS TIMESTAMPTZ), 0) AS occurred_at,
        json_merge_patch('{}', json_object(
            'notification_id', export.message_id,
            'campaign', coalesce(nullif(export.analytics_label, ''), nullif(export.topic, ''))
        )) AS data
    FROM export
    WHERE export.event = 'MESSAGE_ACCEPTED' AND NOT export.is_browser AND NOT export.is_topic
) TO 'fcm.ndjson' (FORMAT json);

-- Browsers are left out, because a website is not the app. So is a message to a topic, because each of its receivers
-- has a record too. A delivery is no event, because the export does not have the version of the system that a receipt
-- needs; any other answer means that nothing was sent.
SELECT
    count(*) FILTER (WHERE export.is_browser) AS browser_messages_left_out,
    count(*) FILTER (WHERE export.is_topic) AS topic_messages_left_out,
    count(*) FILTER (WHERE export.event = 'MESSAGE_DELIVERED') AS deliveries_left_out,
    count(*) FILTER (WHERE export.event NOT IN ('MESSAGE_ACCEPTED', 'MESSAGE_DELIVERED')) AS answers_left_out
FROM export;
