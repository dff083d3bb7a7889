-- Every accepted event, with words instead of dictionary numbers. Reads the log and the dictionaries. A condition on
-- occurred_at reads only the partitions of its months; one on installation_id uses the key of permission events.
-- Excludes the rows among the engagement events that only repeat the key of a permission event.
CREATE OR REPLACE VIEW analytics.events AS
SELECT
    app.app_id,
    event.installation_id,
    event.id,
    -- Not cast to text, so that a condition on it uses statistics and reads only one of the two tables.
    event.type,
    event.occurred_at,
    event.effective_at,
    event.received_at,
    event.sent_at,
    event.occurred_offset,
    event.sequence,
    os.os_name,
    os.major || '.' || os.minor AS os_version,
    os.patch AS os_patch,
    app_version.text AS app_version,
    device_model.text AS device_model,
    locale.text AS locale,
    event.status::text AS status,
    event.delivery::text AS delivery,
    placement.text AS placement,
    variant.text AS variant,
    event.notification_id,
    campaign.text AS campaign,
    event.app_state::text AS app_state,
    event.trigger::text AS trigger,
    action.text AS action,
    event.data,
    experiment.text AS experiment,
    event.answer::text AS answer,
    metric.settings_object(event.settings) AS settings
FROM (
    SELECT
        permission.app, permission.installation_id, permission.id, permission.type, permission.occurred_at,
        permission.effective_at, permission.received_at, permission.sent_at, permission.occurred_offset,
        permission.sequence, permission.os, permission.app_version, permission.device_model, permission.locale,
        permission.status, permission.delivery, permission.placement, permission.variant,
        NULL::text COLLATE "C" AS notification_id, NULL::integer AS campaign, NULL::log.app_state AS app_state,
        NULL::log.open_trigger AS trigger, NULL::integer AS action, permission.data, permission.experiment,
        permission.answer, permission.settings
    FROM log.permission_event AS permission
    UNION ALL
    SELECT
        engagement.app, engagement.installation_id, engagement.id, engagement.type, engagement.occurred_at,
        engagement.effective_at, engagement.received_at, engagement.sent_at, engagement.occurred_offset,
        engagement.sequence, engagement.os, engagement.app_version, engagement.device_model, engagement.locale,
        NULL::log.authorization_status, NULL::log.kept_delivery, NULL::integer, NULL::integer,
        engagement.notification_id, engagement.campaign, engagement.app_state,
        engagement.trigger, engagement.action, engagement.data, NULL::integer, NULL::log.primer_answer,
        NULL::smallint
    FROM log.engagement_event AS engagement
    WHERE engagement.type IN ({engagement_events: '#'})
) AS event
LEFT JOIN log.app ON app.app = event.app
LEFT JOIN log.os ON os.os = event.os
LEFT JOIN log.word AS app_version ON app_version.word = event.app_version
LEFT JOIN log.word AS device_model ON device_model.word = event.device_model
LEFT JOIN log.word AS locale ON locale.word = event.locale
LEFT JOIN log.word AS placement ON placement.word = event.placement
LEFT JOIN log.word AS variant ON variant.word = event.variant
LEFT JOIN log.word AS experiment ON experiment.word = event.experiment
LEFT JOIN log.word AS campaign ON campaign.word = event.campaign
LEFT JOIN log.word AS action ON action.word = event.action;
