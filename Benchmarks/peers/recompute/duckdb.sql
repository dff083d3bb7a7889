-- Every table of the reports, computed from the log with DuckDB's SQL over its own tables:
-- for each day since the first one, in UTC, with the windows' defaults. Run once, in one session; results are the tables result_*.
-- Relies on what the bench's events are: no event has a sequence, no system is iOS below 10.
CREATE TEMPORARY TABLE horizon AS SELECT max(received_at) AS moment FROM engagement_event;

-- The journeys.
CREATE TEMPORARY TABLE told AS
SELECT
    placed.*,
    coalesce(max(placed.sets) OVER (PARTITION BY placed.installation_id, placed.app, placed.setter), 'unknown') AS status
FROM (
    SELECT
        judged.*,
        row_number() OVER journey AS n,
        count(judged.sets) OVER journey AS setter
    FROM (
        SELECT
            installation_id, app, effective_at AS moment, type, os, app_version, placement, variant, delivery, id,
            CASE
                WHEN type IN ('prompt_granted', 'provisional_kept') THEN 'authorized'
                WHEN type IN ('prompt_denied', 'provisional_turned_off') THEN 'denied'
                WHEN type = 'provisional_started' THEN 'provisional'
                ELSE status
            END AS sets
        FROM permission_event
    ) AS judged
    WINDOW journey AS (PARTITION BY judged.installation_id, judged.app ORDER BY judged.moment, judged.type, judged.id)
) AS placed;

CREATE TEMPORARY TABLE prompt AS
SELECT DISTINCT ON (installation_id, app) * FROM told WHERE type = 'prompt_shown' ORDER BY installation_id, app, n;

CREATE TEMPORARY TABLE decision AS
SELECT DISTINCT ON (told.installation_id, told.app) told.installation_id, told.app, told.moment, told.type
FROM told
INNER JOIN prompt USING (installation_id, app)
WHERE told.type IN ('prompt_granted', 'prompt_denied')
    AND told.n > prompt.n
    AND told.moment < prompt.moment + interval '7 days'
ORDER BY told.installation_id, told.app, told.n;

CREATE TEMPORARY TABLE held AS
SELECT
    installation_id, app, status, moment AS since,
    coalesce(lead(moment) OVER (PARTITION BY installation_id, app ORDER BY n), 'infinity') AS until
FROM told;

CREATE TEMPORARY TABLE granted AS
SELECT
    decision.installation_id, decision.app,
    bool_or(opened.effective_at < decision.moment + interval '7 days') AS opened_7d,
    bool_or(opened.effective_at < decision.moment + interval '30 days') AS opened_30d
FROM decision
INNER JOIN engagement_event AS opened
    ON opened.installation_id = decision.installation_id
    AND opened.app = decision.app
    AND opened.effective_at >= decision.moment
    AND opened.effective_at < decision.moment + interval '30 days'
WHERE decision.type = 'prompt_granted' AND opened.type = 'notification_opened'
GROUP BY decision.installation_id, decision.app;

CREATE TEMPORARY TABLE result_opt_in AS
SELECT
    prompt.app, prompt.moment::date AS day, prompt.os, prompt.app_version, prompt.placement, prompt.variant,
    count(*) AS prompted,
    count(*) FILTER (WHERE decision.type = 'prompt_granted') AS granted,
    count(*) FILTER (WHERE decision.type = 'prompt_denied') AS denied,
    count(*) FILTER (WHERE decision.type IS NULL AND prompt.moment + interval '7 days' <= horizon.moment) AS undecided,
    count(*) FILTER (WHERE decision.type = 'prompt_granted' AND decision.moment + interval '7 days' <= horizon.moment) AS eligible_7d,
    count(*) FILTER (WHERE week.status = 'authorized') AS retained_7d,
    count(*) FILTER (WHERE granted.opened_7d AND decision.moment + interval '7 days' <= horizon.moment) AS opened_7d,
    count(*) FILTER (WHERE decision.type = 'prompt_granted' AND decision.moment + interval '30 days' <= horizon.moment) AS eligible_30d,
    count(*) FILTER (WHERE month.status = 'authorized') AS retained_30d,
    count(*) FILTER (WHERE granted.opened_30d AND decision.moment + interval '30 days' <= horizon.moment) AS opened_30d,
    quantile_cont(epoch(decision.moment - prompt.moment), [0.5, 0.9]) AS seconds_to_decision
FROM prompt
CROSS JOIN horizon
LEFT JOIN decision USING (installation_id, app)
LEFT JOIN granted USING (installation_id, app)
LEFT JOIN held AS week
    ON decision.type = 'prompt_granted' AND decision.moment + interval '7 days' <= horizon.moment
    AND week.installation_id = prompt.installation_id AND week.app = prompt.app
    AND week.since <= decision.moment + interval '7 days' AND week.until > decision.moment + interval '7 days'
LEFT JOIN held AS month
    ON decision.type = 'prompt_granted' AND decision.moment + interval '30 days' <= horizon.moment
    AND month.installation_id = prompt.installation_id AND month.app = prompt.app
    AND month.since <= decision.moment + interval '30 days' AND month.until > decision.moment + interval '30 days'
GROUP BY prompt.app, day, prompt.os, prompt.app_version, prompt.placement, prompt.variant;

CREATE TEMPORARY TABLE result_provisional AS
WITH trial AS (
    SELECT DISTINCT ON (installation_id, app) *
    FROM told
    WHERE type IN ('provisional_started', 'provisional_kept', 'provisional_turned_off')
    ORDER BY installation_id, app, type <> 'provisional_started', n
),

outcome AS (
    SELECT DISTINCT ON (told.installation_id, told.app)
        told.installation_id, told.app,
        CASE
            WHEN told.type = 'provisional_kept' THEN 'kept_' || coalesce(told.delivery::text, 'unspecified')
            WHEN told.type = 'prompt_granted' THEN 'upgraded'
            WHEN told.type = 'prompt_denied' THEN 'refused'
            WHEN told.sets = 'authorized' THEN 'kept_unspecified'
            ELSE 'turned_off'
        END AS outcome
    FROM told
    INNER JOIN trial USING (installation_id, app)
    WHERE told.n >= trial.n AND (
        told.type IN ('provisional_kept', 'provisional_turned_off', 'prompt_granted', 'prompt_denied')
        OR told.type = 'status_observed' AND told.sets IN ('authorized', 'denied')
    )
    ORDER BY told.installation_id, told.app, told.n
)

SELECT trial.app, trial.moment::date AS day, trial.os, coalesce(outcome.outcome, 'pending') AS outcome, count(*) AS started
FROM trial
LEFT JOIN outcome USING (installation_id, app)
GROUP BY trial.app, day, trial.os, outcome.outcome;

CREATE TEMPORARY TABLE result_win_back AS
WITH asked AS (
    SELECT DISTINCT ON (installation_id, app) *
    FROM told
    WHERE type = 'settings_prompt_shown' AND status = 'denied'
    ORDER BY installation_id, app, n
),

went AS (
    SELECT DISTINCT ON (told.installation_id, told.app) told.*
    FROM told
    INNER JOIN asked USING (installation_id, app)
    WHERE told.type = 'settings_opened' AND told.n > asked.n AND told.moment < asked.moment + interval '24 hours'
    ORDER BY told.installation_id, told.app, told.n
),

returned AS (
    SELECT DISTINCT told.installation_id, told.app
    FROM told
    INNER JOIN went USING (installation_id, app)
    WHERE told.status = 'authorized' AND told.n >= went.n AND told.moment < went.moment + interval '24 hours'
)

SELECT
    asked.app, asked.moment::date AS day, asked.os,
    count(*) AS asked, count(went.app) AS went, count(returned.app) AS returned
FROM asked
LEFT JOIN went USING (installation_id, app)
LEFT JOIN returned USING (installation_id, app)
GROUP BY asked.app, day, asked.os;

-- Where an installation stands at the end of the days on which that changes.
CREATE TEMPORARY TABLE stood AS
SELECT
    last.*,
    lag(last.is_reachable) OVER journey AS was_reachable,
    lead(last.day) OVER journey AS next_day
FROM (
    SELECT DISTINCT ON (installation_id, app, moment::date)
        installation_id, app, moment::date AS day, os, status,
        status IN ('authorized', 'provisional', 'ephemeral') AS is_reachable
    FROM told
    ORDER BY installation_id, app, moment::date, n DESC
) AS last
WINDOW journey AS (PARTITION BY last.installation_id, last.app ORDER BY last.day);

CREATE TEMPORARY TABLE day AS
SELECT unnest(generate_series(
    (SELECT min(effective_at)::date FROM engagement_event), (SELECT moment::date FROM horizon), interval '1 day'
))::date AS day;

CREATE TEMPORARY TABLE result_reach AS
WITH step AS (
    SELECT app, os, status, day, sum(n) AS n
    FROM (
        SELECT app, os, status, day, 1 AS n FROM stood
        UNION ALL
        SELECT app, os, status, next_day, -1 FROM stood WHERE next_day IS NOT NULL
    ) AS moved
    GROUP BY app, os, status, day
),

cell AS (
    SELECT
        all_cells.app, all_cells.os, all_cells.status, day.day,
        sum(coalesce(step.n, 0)) OVER (PARTITION BY all_cells.app, all_cells.os, all_cells.status ORDER BY day.day) AS n
    FROM (SELECT DISTINCT app, os, status FROM step) AS all_cells
    CROSS JOIN day
    LEFT JOIN step USING (app, os, status, day)
),

moved AS (
    SELECT
        app, os, day,
        count(*) FILTER (WHERE is_reachable AND NOT coalesce(was_reachable, false)) AS gained,
        count(*) FILTER (WHERE was_reachable AND NOT is_reachable) AS lost
    FROM stood
    GROUP BY app, os, day
)

SELECT
    cell.app, cell.day, cell.os,
    coalesce(sum(cell.n) FILTER (WHERE cell.status = 'authorized'), 0) AS authorized,
    coalesce(sum(cell.n) FILTER (WHERE cell.status = 'provisional'), 0) AS provisional,
    coalesce(sum(cell.n) FILTER (WHERE cell.status = 'denied'), 0) AS denied,
    coalesce(sum(cell.n) FILTER (WHERE cell.status = 'not_determined'), 0) AS not_determined,
    coalesce(sum(cell.n) FILTER (WHERE cell.status = 'unknown'), 0) AS unknown,
    coalesce(max(moved.gained), 0) AS gained,
    coalesce(max(moved.lost), 0) AS lost
FROM cell
LEFT JOIN moved USING (app, os, day)
GROUP BY cell.app, cell.day, cell.os
HAVING sum(cell.n) > 0;

-- The sends, each at its first, with what became of it.
CREATE TEMPORARY TABLE send AS
SELECT DISTINCT ON (installation_id, app, notification_id)
    installation_id, app, notification_id, effective_at AS moment, id, os, campaign
FROM engagement_event
WHERE type = 'notification_sent'
ORDER BY installation_id, app, notification_id, effective_at, id;

CREATE TEMPORARY TABLE answered AS
SELECT
    send.installation_id, send.app, send.notification_id,
    bool_or(event.type = 'notification_received') AS is_received,
    bool_or(event.type = 'notification_opened') AS is_opened
FROM send
INNER JOIN engagement_event AS event
    ON event.installation_id = send.installation_id
    AND event.app = send.app
    AND event.notification_id = send.notification_id
    AND event.effective_at >= send.moment - interval '60 s'
    AND event.effective_at < send.moment + interval '28 days'
WHERE event.type IN ('notification_received', 'notification_opened') AND NOT event.is_local
GROUP BY send.installation_id, send.app, send.notification_id;

CREATE TEMPORARY TABLE claiming AS
SELECT DISTINCT owned.installation_id, owned.app, owned.n
FROM (
    SELECT
        placed.*,
        max(placed.moment) FILTER (WHERE placed.type = 'notification_sent') OVER (
            PARTITION BY placed.installation_id, placed.app, placed.n
        ) AS send_at
    FROM (
        SELECT
            told_of.*,
            count(*) FILTER (WHERE told_of.type = 'notification_sent') OVER (
                PARTITION BY told_of.installation_id, told_of.app ORDER BY told_of.moment, told_of.type, told_of.id
                ROWS UNBOUNDED PRECEDING
            ) AS n,
            count(*) FILTER (WHERE told_of.type = 'notification_opened') OVER (
                PARTITION BY told_of.installation_id, told_of.app ORDER BY told_of.moment
                RANGE BETWEEN interval '29999999 microseconds' PRECEDING AND interval '29999999 microseconds' FOLLOWING
            ) AS opens_near
        FROM (
            SELECT installation_id, app, moment, id, 'notification_sent'::event_type AS type FROM send
            UNION ALL
            SELECT installation_id, app, effective_at, id, type
            FROM engagement_event
            WHERE type IN ('notification_opened', 'app_opened')
        ) AS told_of
    ) AS placed
) AS owned
WHERE owned.type = 'app_opened' AND owned.opens_near = 0 AND owned.moment < owned.send_at + interval '12 hours';

CREATE TEMPORARY TABLE judged AS
SELECT
    send.app, send.moment::date AS day, send.campaign,
    coalesce(send.os, permission.os, 0) AS os,
    coalesce(answered.is_received, false) AS is_received,
    coalesce(answered.is_opened, false) AS is_opened,
    claiming.n IS NOT NULL AND NOT coalesce(answered.is_opened, false) AS is_influenced
FROM (
    SELECT send.*, row_number() OVER (PARTITION BY installation_id, app ORDER BY moment, id) AS n FROM send
) AS send
ASOF LEFT JOIN permission_event AS permission
    ON permission.installation_id = send.installation_id
    AND permission.app = send.app
    AND permission.effective_at <= send.moment
LEFT JOIN answered
    ON answered.installation_id = send.installation_id
    AND answered.app = send.app
    AND answered.notification_id = send.notification_id
LEFT JOIN claiming
    ON claiming.installation_id = send.installation_id AND claiming.app = send.app AND claiming.n = send.n;

CREATE TEMPORARY TABLE result_campaigns AS
SELECT
    app, day, coalesce(campaign, 0) AS campaign,
    count(*) AS sent,
    count(*) FILTER (WHERE is_received) AS received,
    count(*) FILTER (WHERE is_opened) AS direct_opens,
    count(*) FILTER (WHERE is_influenced) AS influenced_opens
FROM judged
GROUP BY app, day, campaign;

-- Days of activity, with the systems of their last events.
CREATE TEMPORARY TABLE active_day AS
SELECT DISTINCT ON (installation_id, app, effective_at::date)
    installation_id, app, effective_at::date AS day, os
FROM engagement_event
WHERE type IN ('notification_opened', 'app_opened')
ORDER BY installation_id, app, effective_at::date, effective_at DESC, type DESC, id DESC;

CREATE TEMPORARY TABLE opener_day AS
SELECT DISTINCT ON (installation_id, app, effective_at::date)
    installation_id, app, effective_at::date AS day, os
FROM engagement_event
WHERE type = 'notification_opened' AND NOT is_local
ORDER BY installation_id, app, effective_at::date, effective_at DESC, id DESC;

CREATE TEMPORARY TABLE result_opens AS
SELECT
    app, day, os,
    sum(sent) AS sent, sum(received) AS received, sum(direct_opens) AS direct_opens,
    sum(influenced_opens) AS influenced_opens, sum(openers) AS openers, sum(active) AS active
FROM (
    SELECT
        app, day, os, count(*) AS sent, count(*) FILTER (WHERE is_received) AS received,
        count(*) FILTER (WHERE is_opened) AS direct_opens, count(*) FILTER (WHERE is_influenced) AS influenced_opens,
        0 AS openers, 0 AS active
    FROM judged GROUP BY app, day, os
    UNION ALL
    SELECT app, day, os, 0, 0, 0, 0, count(*), 0 FROM opener_day GROUP BY app, day, os
    UNION ALL
    SELECT app, day, os, 0, 0, 0, 0, 0, count(*) FROM active_day GROUP BY app, day, os
) AS part
GROUP BY app, day, os;

CREATE TEMPORARY TABLE result_activity AS
WITH active AS (
    SELECT
        installation_id, app, day AS starts,
        least(day + 28, lead(day) OVER (PARTITION BY installation_id, app ORDER BY day)) AS ends
    FROM active_day
),

opener AS (
    SELECT
        installation_id, app, day AS starts,
        least(day + 28, lead(day) OVER (PARTITION BY installation_id, app ORDER BY day)) AS ends
    FROM opener_day
),

moved AS (
    SELECT app, starts AS day, 1 AS active_28d, 0 AS openers_28d, 0 AS reachable_28d, 0 AS reachable FROM active
    UNION ALL
    SELECT app, ends, -1, 0, 0, 0 FROM active
    UNION ALL
    SELECT app, starts, 0, 1, 0, 0 FROM opener
    UNION ALL
    SELECT app, ends, 0, -1, 0, 0 FROM opener
    UNION ALL
    SELECT app, day, 0, 0, 0, 1 FROM stood WHERE is_reachable
    UNION ALL
    SELECT app, next_day, 0, 0, 0, -1 FROM stood WHERE is_reachable AND next_day IS NOT NULL
    UNION ALL
    SELECT bound.app, bound.day, 0, 0, bound.n, 0
    FROM (
        SELECT
            active.app, greatest(active.starts, stood.day) AS starts,
            least(active.ends, coalesce(stood.next_day, active.ends)) AS ends
        FROM active
        INNER JOIN stood USING (installation_id, app)
        WHERE stood.is_reachable AND stood.day < active.ends
            AND coalesce(stood.next_day, active.ends) > active.starts
    ) AS both_hold
    CROSS JOIN LATERAL (
        SELECT both_hold.app AS app, both_hold.starts AS day, 1 AS n
        UNION ALL
        SELECT both_hold.app, both_hold.ends, -1
    ) AS bound
),

step AS (
    SELECT
        app, day, sum(active_28d) AS active_28d, sum(openers_28d) AS openers_28d,
        sum(reachable_28d) AS reachable_28d, sum(reachable) AS reachable
    FROM moved
    GROUP BY app, day
)

SELECT counted.*
FROM (
    SELECT
        app.app, day.day,
        sum(coalesce(step.active_28d, 0)) OVER so_far AS active_28d,
        sum(coalesce(step.openers_28d, 0)) OVER so_far AS openers_28d,
        sum(coalesce(step.reachable_28d, 0)) OVER so_far AS reachable_28d,
        sum(coalesce(step.reachable, 0)) OVER so_far AS reachable
    FROM (SELECT DISTINCT app FROM step) AS app
    CROSS JOIN day
    LEFT JOIN step USING (app, day)
    WINDOW so_far AS (PARTITION BY app.app ORDER BY day.day)
) AS counted
WHERE counted.active_28d > 0 OR counted.reachable > 0;

CREATE TEMPORARY TABLE result_quality AS
SELECT
    app, effective_at::date AS day, count(*) AS events,
    count(*) FILTER (WHERE received_at > effective_at + interval '24 hours') AS over_24h,
    count(*) FILTER (WHERE effective_at <> occurred_at) AS clocks_corrected,
    quantile_cont(epoch(received_at - effective_at), [0.5, 0.95]) AS latency
FROM engagement_event
GROUP BY app, day;

CREATE TEMPORARY TABLE result_unsent AS
SELECT opened.app, opened.effective_at::date AS day, count(*) AS opens
FROM engagement_event AS opened
LEFT JOIN send USING (installation_id, app, notification_id)
WHERE opened.type = 'notification_opened' AND NOT opened.is_local AND send.moment IS NULL
GROUP BY opened.app, day;

CREATE TEMPORARY TABLE result_odd AS
SELECT told.app, told.moment::date AS day, 'orphan_decisions' AS measure, count(*) AS events
FROM told
LEFT JOIN prompt USING (installation_id, app)
WHERE told.type IN ('prompt_granted', 'prompt_denied') AND (prompt.n IS NULL OR prompt.n > told.n)
GROUP BY told.app, told.moment::date
UNION ALL
SELECT after.app, after.moment::date, 'status_jumps', count(*)
FROM (
    SELECT told.*, lag(status, 1, 'unknown') OVER (PARTITION BY installation_id, app ORDER BY n) AS before FROM told
) AS after
WHERE after.before = 'denied' AND after.status = 'provisional'
    OR after.status = 'not_determined' AND after.before NOT IN ('unknown', 'not_determined')
GROUP BY after.app, after.moment::date;

CREATE TEMPORARY TABLE result_deliveries AS
SELECT received_from::date AS day, outcome, sum(deliveries) AS deliveries
FROM delivery
GROUP BY received_from::date, outcome;
