-- Step 2 of the journey projection: folds every journey anew that the new batches touch, by a permission event or by an
-- open within 30 days after its grant. Reads the log and the opens of step 1. May be run twice.
-- $1, $2: positions; the batches after the first up to and with the second.
INSERT INTO projection.journey_v1 AS journey (
    latest_received_at, prompt_at, decision_at, trial_at, outcome_at, first_open_at, app, prompt_os,
    prompt_app_version, prompt_locale, prompt_placement, prompt_variant, trial_os, decision, installation_id, outcome,
    status_from, status, status_os
)
SELECT
    folded.latest_received_at, folded.prompt_at, folded.decision_at, folded.trial_at, folded.outcome_at,
    folded.first_open_at, folded.app, folded.prompt_os, folded.prompt_app_version, folded.prompt_locale,
    folded.prompt_placement, folded.prompt_variant, folded.trial_os, folded.decision, folded.installation_id,
    folded.outcome, folded.status_from, folded.status, folded.status_os
FROM projection.fold_journeys_v1(
    ARRAY(
        SELECT event.installation_id
        FROM log.permission_event AS event
        WHERE event.batch_id = ANY (ARRAY(
            SELECT batch.batch_id
            FROM log.batch
            WHERE batch.position > $1::bigint AND batch.position <= $2::bigint
        ))
        UNION
        SELECT opened.installation_id
        FROM (
            SELECT DISTINCT unnest(batch.engagement_months) AS starts
            FROM log.batch
            WHERE batch.position > $1::bigint AND batch.position <= $2::bigint
        ) AS month
        CROSS JOIN LATERAL (
            SELECT engagement_event.installation_id, engagement_event.app, engagement_event.effective_at
            FROM log.engagement_event
            WHERE engagement_event.occurred_at >= month.starts::timestamp AT TIME ZONE 'UTC'
                AND engagement_event.occurred_at < (month.starts + interval '1 month') AT TIME ZONE 'UTC'
                AND engagement_event.type = 'notification_opened'
                AND engagement_event.batch_id = ANY (ARRAY(
                    SELECT batch.batch_id
                    FROM log.batch
                    WHERE batch.position > $1::bigint AND batch.position <= $2::bigint
                ))
        ) AS opened
        INNER JOIN projection.journey_v1 AS granted
            ON granted.installation_id = opened.installation_id
            AND granted.app = opened.app
            AND granted.decision = 'prompt_granted'
            AND opened.effective_at >= granted.decision_at
            AND opened.effective_at < granted.decision_at + make_interval(secs => 30 * 86400)
    ),
    'infinity'
) AS folded
ORDER BY folded.installation_id, folded.app
ON CONFLICT (installation_id, app) DO UPDATE SET
    latest_received_at = excluded.latest_received_at,
    prompt_at = excluded.prompt_at,
    decision_at = excluded.decision_at,
    trial_at = excluded.trial_at,
    outcome_at = excluded.outcome_at,
    first_open_at = excluded.first_open_at,
    prompt_os = excluded.prompt_os,
    prompt_app_version = excluded.prompt_app_version,
    prompt_locale = excluded.prompt_locale,
    prompt_placement = excluded.prompt_placement,
    prompt_variant = excluded.prompt_variant,
    trial_os = excluded.trial_os,
    decision = excluded.decision,
    outcome = excluded.outcome,
    status_from = excluded.status_from,
    status = excluded.status,
    status_os = excluded.status_os
