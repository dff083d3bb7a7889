-- Converts Customer.io's reporting webhooks into events: pushes that were sent or bounced.
-- Run `duckdb -f customerio.sql`: it writes customerio.ndjson.
.read contract.sql

-- Change these: the bodies of the webhooks, one per line, also .gz; the bundle identifier, which they do not name; and
-- whether the person's id in Customer.io is the installation id of your app. Otherwise the device is its push token.
-- With the person's id bounces are left out, because the installation may have replaced the token.
SET VARIABLE files = 'customerio/**/*.ndjson*';
SET VARIABLE app_id = 'com.example.shop';
SET VARIABLE is_person_installation = false;

INSERT INTO event_names VALUES
    ('sent', 'notification_sent'),
    ('bounced', 'push_unregistered');

-- One row per device: a message goes to each device of a person, and may fail for some of them.
CREATE TABLE export AS
WITH body AS (
    SELECT *
    FROM read_json(
        getvariable('files'),
        format = 'newline_delimited',
        columns = {event_id: 'VARCHAR', object_type: 'VARCHAR', metric: 'VARCHAR', timestamp: 'BIGINT', data: 'JSON'}
    )
),
device AS (
    SELECT
        body.*,
        unnest(coalesce(CAST(body.data -> '$.recipients' AS JSON[]), [body.data])) AS recipient
    FROM body
)

SELECT
    device.*,
    coalesce(device.metric = 'sent' AND (device.recipient ->> '$.failure_message') <> '', false) AS is_failed,
    coalesce(device.metric = 'bounced' AND getvariable('is_person_installation'), false) AS is_persons_bounce
FROM device;

COPY (
    SELECT
        contract_id(concat_ws(' ', export.event_id, export.recipient ->> '$.device_id')) AS id,
        event_names.type,
        getvariable('app_id') AS app_id,
        CASE
            WHEN getvariable('is_person_installation')
                THEN coalesce(export.data ->> '$.identifiers.id', export.data ->> '$.customer_id')
            ELSE export.recipient ->> '$.device_id'
        END AS device_id,
        contract_time(to_timestamp(export.timestamp), 0) AS occurred_at,
        json_merge_patch('{}', json_object(
            'notification_id', CASE WHEN export.metric = 'sent' THEN export.data ->> '$.delivery_id' END,
            'campaign', CASE WHEN export.metric = 'sent' THEN coalesce(
                'campaign ' || (export.data ->> '$.campaign_id'), 'broadcast ' || (export.data ->> '$.broadcast_id'),
                'newsletter ' || (export.data ->> '$.newsletter_id'),
                'transactional ' || (export.data ->> '$.transactional_message_id')
            ) END,
            'service', CASE WHEN export.metric = 'bounced' THEN 'customer.io' END,
            'reason', CASE WHEN export.metric = 'bounced' THEN coalesce(
                export.recipient ->> '$.failure_message', export.data ->> '$.failure_message'
            ) END
        )) AS data
    FROM export
    INNER JOIN event_names ON event_names.name = export.metric
    WHERE export.object_type = 'push'
        AND NOT export.is_failed
        AND NOT export.is_persons_bounce
        AND (export.recipient ->> '$.device_platform') IS DISTINCT FROM 'web'
) TO 'customerio.ndjson' (FORMAT json);

-- Mail and other messages are left out. So are opens and deliveries, because they lack the version of the system, and
-- devices to which a message was not sent, because it failed for them.
SELECT
    count(*) FILTER (WHERE export.object_type <> 'push') AS other_messages_left_out,
    count(*) FILTER (WHERE export.object_type = 'push' AND export.metric NOT IN (SELECT name FROM event_names))
        AS push_metrics_left_out,
    count(*) FILTER (WHERE export.object_type = 'push' AND export.is_failed) AS failed_devices_left_out,
    count(*) FILTER (WHERE export.object_type = 'push' AND export.is_persons_bounce) AS bounces_left_out
FROM export;
