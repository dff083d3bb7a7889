-- As postgresql.sql, in ClickHouse's SQL over its own tables; without the tables of provisional trials, of win-back and of
-- odd permission events, which are small.
SET join_use_nulls = 1;
CREATE OR REPLACE TABLE told ENGINE = Memory AS
SELECT *, coalesce(max(sets) OVER (PARTITION BY installation_id, app, setter), 'unknown') AS status_after
FROM (
    SELECT *, row_number() OVER journey AS n, count(sets) OVER journey AS setter
    FROM (
        SELECT
            installation_id, app, effective_at AS moment, type, os, app_version, placement, variant, id,
            multiIf(
                type IN ('prompt_granted', 'provisional_kept'), 'authorized',
                type IN ('prompt_denied', 'provisional_turned_off'), 'denied',
                type = 'provisional_started', 'provisional', status
            ) AS sets
        FROM permission_event
    )
    WINDOW journey AS (
        PARTITION BY installation_id, app ORDER BY moment, type, id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
);
CREATE OR REPLACE TABLE prompt ENGINE = Memory AS
SELECT * FROM told WHERE type = 'prompt_shown' ORDER BY n LIMIT 1 BY installation_id, app;
CREATE OR REPLACE TABLE decision ENGINE = Memory AS
SELECT told.installation_id AS installation_id, told.app AS app, told.moment AS moment, told.type AS type
FROM told
INNER JOIN prompt ON prompt.installation_id = told.installation_id AND prompt.app = told.app
WHERE told.type IN ('prompt_granted', 'prompt_denied') AND told.n > prompt.n
    AND told.moment < prompt.moment + INTERVAL 7 DAY
ORDER BY told.n LIMIT 1 BY installation_id, app;
CREATE OR REPLACE TABLE granted ENGINE = Memory AS
SELECT
    decision.installation_id AS installation_id, decision.app AS app,
    max(opened.effective_at < decision.moment + INTERVAL 7 DAY) AS opened_7d, 1 AS opened_30d
FROM (SELECT installation_id, app, effective_at FROM engagement_event WHERE type = 'notification_opened') AS opened
INNER JOIN (SELECT * FROM decision WHERE type = 'prompt_granted') AS decision
    ON decision.installation_id = opened.installation_id AND decision.app = opened.app
WHERE opened.effective_at >= decision.moment AND opened.effective_at < decision.moment + INTERVAL 30 DAY
GROUP BY installation_id, app;
CREATE OR REPLACE TABLE horizon ENGINE = Memory AS SELECT max(received_at) AS moment FROM engagement_event;
CREATE OR REPLACE TABLE asked ENGINE = Memory AS
SELECT
    prompt.installation_id AS installation_id, prompt.app AS app, toDate(prompt.moment) AS day, prompt.os AS os,
    prompt.app_version AS app_version, prompt.placement AS placement, prompt.variant AS variant,
    decision.type AS decided,
    prompt.moment + INTERVAL 7 DAY <= (SELECT moment FROM horizon) AS is_over,
    decided = 'prompt_granted' AND decision.moment + INTERVAL 7 DAY <= (SELECT moment FROM horizon) AS eligible_7d,
    decided = 'prompt_granted' AND decision.moment + INTERVAL 30 DAY <= (SELECT moment FROM horizon) AS eligible_30d,
    coalesce(decision.moment, prompt.moment) + INTERVAL 7 DAY AS after_7d,
    coalesce(decision.moment, prompt.moment) + INTERVAL 30 DAY AS after_30d,
    toUnixTimestamp64Micro(decision.moment) - toUnixTimestamp64Micro(prompt.moment) AS microseconds,
    granted.opened_7d AS opened_7d, granted.opened_30d AS opened_30d
FROM prompt
LEFT JOIN decision ON decision.installation_id = prompt.installation_id AND decision.app = prompt.app
LEFT JOIN granted ON granted.installation_id = prompt.installation_id AND granted.app = prompt.app;
CREATE OR REPLACE TABLE result_opt_in ENGINE = Memory AS
SELECT
    asked.app AS app, asked.day AS day, asked.os AS os, asked.app_version AS app_version, asked.placement AS placement,
    asked.variant AS variant,
    count() AS prompted,
    countIf(decided = 'prompt_granted') AS granted,
    countIf(decided = 'prompt_denied') AS denied,
    countIf(decided IS NULL AND is_over) AS undecided,
    countIf(eligible_7d) AS eligible_7d_,
    countIf(eligible_7d AND week.status_after = 'authorized') AS retained_7d,
    countIf(eligible_7d AND opened_7d) AS opened_7d_,
    countIf(eligible_30d) AS eligible_30d_,
    countIf(eligible_30d AND month.status_after = 'authorized') AS retained_30d,
    countIf(eligible_30d AND opened_30d) AS opened_30d_,
    quantilesExactInclusive(0.5, 0.9)(microseconds) AS seconds_to_decision
FROM asked
ASOF LEFT JOIN told AS week
    ON week.installation_id = asked.installation_id AND week.app = asked.app AND week.moment <= asked.after_7d
ASOF LEFT JOIN told AS month
    ON month.installation_id = asked.installation_id AND month.app = asked.app AND month.moment <= asked.after_30d
GROUP BY app, day, os, app_version, placement, variant;
CREATE OR REPLACE TABLE stood ENGINE = Memory AS
SELECT
    *,
    lagInFrame(toNullable(is_reachable)) OVER journey AS was_reachable,
    leadInFrame(toNullable(day)) OVER journey AS next_day
FROM (
    SELECT
        installation_id, app, toDate(moment) AS day, os, status_after AS status,
        status_after IN ('authorized', 'provisional', 'ephemeral') AS is_reachable
    FROM told
    ORDER BY n DESC
    LIMIT 1 BY installation_id, app, day
)
WINDOW journey AS (
    PARTITION BY installation_id, app ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
);
CREATE OR REPLACE TABLE day ENGINE = Memory AS
WITH (SELECT toDate(min(effective_at)) FROM engagement_event) AS first, (SELECT toDate(moment) FROM horizon) AS last
SELECT arrayJoin(arrayMap(
    place -> assumeNotNull(first) + place, range(toUInt64(assumeNotNull(dateDiff('day', first, last)) + 1))
)) AS day;
CREATE OR REPLACE TABLE result_reach ENGINE = Memory AS
WITH step AS (
    SELECT app, os, status, day, sum(n) AS n
    FROM (
        SELECT app, os, status, day, 1 AS n FROM stood
        UNION ALL
        SELECT app, os, status, assumeNotNull(next_day), -1 FROM stood WHERE next_day IS NOT NULL
    )
    GROUP BY app, os, status, day
)
SELECT
    cell.app AS app, cell.day AS day, cell.os AS os,
    sumIf(cell.n, cell.status = 'authorized') AS authorized,
    sumIf(cell.n, cell.status = 'provisional') AS provisional,
    sumIf(cell.n, cell.status = 'denied') AS denied,
    sumIf(cell.n, cell.status = 'not_determined') AS not_determined,
    sumIf(cell.n, cell.status = 'unknown') AS unknown,
    coalesce(any(moved.gained), 0) AS gained_, coalesce(any(moved.lost), 0) AS lost_
FROM (
    SELECT
        cells.app AS app, cells.os AS os, cells.status AS status, day.day AS day,
        sum(coalesce(step.n, 0)) OVER (
            PARTITION BY app, os, status ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS n
    FROM (SELECT DISTINCT app, os, status FROM step) AS cells
    CROSS JOIN day
    LEFT JOIN step ON step.app = cells.app AND step.os = cells.os AND step.status = cells.status AND step.day = day.day
) AS cell
LEFT JOIN (
    SELECT
        app, os, day,
        countIf(is_reachable AND NOT coalesce(was_reachable, 0)) AS gained,
        countIf(was_reachable = 1 AND NOT is_reachable) AS lost
    FROM stood
    GROUP BY app, os, day
) AS moved ON moved.app = cell.app AND moved.os = cell.os AND moved.day = cell.day
GROUP BY app, day, os
HAVING sum(cell.n) > 0;
CREATE OR REPLACE TABLE send ENGINE = Memory AS
SELECT *, row_number() OVER (PARTITION BY installation_id, app ORDER BY moment, id) AS n
FROM (
    SELECT installation_id, app, named AS notification_id, first.1 AS moment, first.2 AS id, first.3 AS os, first.4 AS campaign
    FROM (
        SELECT
            installation_id, app, assumeNotNull(notification_id) AS named,
            argMin(tuple(effective_at, id, os, campaign), tuple(effective_at, id)) AS first
        FROM engagement_event
        WHERE type = 'notification_sent'
        GROUP BY installation_id, app, named
    )
);
CREATE OR REPLACE TABLE answered ENGINE = Memory AS
SELECT
    send.installation_id AS installation_id, send.app AS app, send.notification_id AS notification_id,
    max(event.type = 'notification_received') AS is_received, max(event.type = 'notification_opened') AS is_opened
FROM send
INNER JOIN (
    SELECT installation_id, app, assumeNotNull(notification_id) AS notification_id, effective_at, type
    FROM engagement_event
    WHERE type IN ('notification_received', 'notification_opened') AND NOT is_local AND notification_id IS NOT NULL
) AS event
    ON event.installation_id = send.installation_id AND event.app = send.app
    AND event.notification_id = send.notification_id
WHERE event.effective_at >= send.moment - INTERVAL 60 SECOND AND event.effective_at < send.moment + INTERVAL 28 DAY
GROUP BY installation_id, app, notification_id;
CREATE OR REPLACE TABLE claiming ENGINE = Memory AS
SELECT DISTINCT installation_id, app, n
FROM (
    SELECT *, maxIf(moment, type = 'notification_sent') OVER (PARTITION BY installation_id, app, n) AS send_at
    FROM (
        SELECT
            *,
            countIf(type = 'notification_sent') OVER (
                PARTITION BY installation_id, app ORDER BY moment, type, id
                ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
            ) AS n,
            countIf(type = 'notification_opened') OVER (
                PARTITION BY installation_id, app ORDER BY moment
                RANGE BETWEEN 29999999 PRECEDING AND 29999999 FOLLOWING
            ) AS opens_near
        FROM (
            SELECT
                installation_id, app, toUnixTimestamp64Micro(moment) AS moment, id,
                CAST('notification_sent', 'Enum8(''notification_sent'' = 10, ''notification_opened'' = 12, ''app_opened'' = 13)')
                    AS type
            FROM send
            UNION ALL
            SELECT
                installation_id, app, toUnixTimestamp64Micro(effective_at), id,
                CAST(toString(type), 'Enum8(''notification_sent'' = 10, ''notification_opened'' = 12, ''app_opened'' = 13)')
            FROM engagement_event
            WHERE type IN ('notification_opened', 'app_opened')
        )
    )
)
WHERE type = 'app_opened' AND opens_near = 0 AND n > 0 AND moment < send_at + 43200000000;
CREATE OR REPLACE TABLE judged ENGINE = Memory AS
SELECT
    send.app AS app, toDate(send.moment) AS day, send.campaign AS campaign,
    coalesce(send.os, permission.os, 0) AS os,
    coalesce(answered.is_received, 0) AS is_received, coalesce(answered.is_opened, 0) AS is_opened,
    claiming.n IS NOT NULL AND NOT coalesce(answered.is_opened, 0) AS is_influenced
FROM send
ASOF LEFT JOIN (SELECT installation_id, app, effective_at, os FROM permission_event) AS permission
    ON permission.installation_id = send.installation_id AND permission.app = send.app
    AND permission.effective_at <= send.moment
LEFT JOIN answered
    ON answered.installation_id = send.installation_id AND answered.app = send.app
    AND answered.notification_id = send.notification_id
LEFT JOIN claiming
    ON claiming.installation_id = send.installation_id AND claiming.app = send.app AND claiming.n = send.n;
CREATE OR REPLACE TABLE result_campaigns ENGINE = Memory AS
SELECT
    app, day, coalesce(campaign, 0) AS campaign_, count() AS sent, countIf(is_received) AS received,
    countIf(is_opened) AS direct_opens, countIf(is_influenced) AS influenced_opens
FROM judged
GROUP BY app, day, campaign_;
CREATE OR REPLACE TABLE active_day ENGINE = Memory AS
SELECT installation_id, app, toDate(effective_at) AS day, argMax(os, (effective_at, type, id)) AS os
FROM engagement_event
WHERE type IN ('notification_opened', 'app_opened')
GROUP BY installation_id, app, day;
CREATE OR REPLACE TABLE opener_day ENGINE = Memory AS
SELECT installation_id, app, toDate(effective_at) AS day, argMax(os, (effective_at, id)) AS os
FROM engagement_event
WHERE type = 'notification_opened' AND NOT is_local
GROUP BY installation_id, app, day;
CREATE OR REPLACE TABLE result_opens ENGINE = Memory AS
SELECT
    app, day, os, sum(sent), sum(received), sum(direct_opens), sum(influenced_opens), sum(openers), sum(active)
FROM (
    SELECT
        app, day, os, count() AS sent, countIf(is_received) AS received, countIf(is_opened) AS direct_opens,
        countIf(is_influenced) AS influenced_opens, 0 AS openers, 0 AS active
    FROM judged GROUP BY app, day, os
    UNION ALL
    SELECT app, day, assumeNotNull(os), 0, 0, 0, 0, count(), 0 FROM opener_day GROUP BY app, day, os
    UNION ALL
    SELECT app, day, assumeNotNull(os), 0, 0, 0, 0, 0, count() FROM active_day GROUP BY app, day, os
)
GROUP BY app, day, os;
CREATE OR REPLACE TABLE active ENGINE = Memory AS
SELECT
    installation_id, app, day AS starts,
    least(day + 28, coalesce(leadInFrame(toNullable(day)) OVER (
        PARTITION BY installation_id, app ORDER BY day ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    ), day + 28)) AS ends
FROM active_day;
CREATE OR REPLACE TABLE opener ENGINE = Memory AS
SELECT
    installation_id, app, day AS starts,
    least(day + 28, coalesce(leadInFrame(toNullable(day)) OVER (
        PARTITION BY installation_id, app ORDER BY day ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    ), day + 28)) AS ends
FROM opener_day;
CREATE OR REPLACE TABLE result_activity ENGINE = Memory AS
WITH both_hold AS (
    SELECT
        active.app AS app, greatest(active.starts, stood.day) AS starts,
        least(active.ends, coalesce(stood.next_day, active.ends)) AS ends
    FROM active
    INNER JOIN stood ON stood.installation_id = active.installation_id AND stood.app = active.app
    WHERE stood.is_reachable AND stood.day < active.ends AND coalesce(stood.next_day, active.ends) > active.starts
),

step AS (
    SELECT app, day, sum(a) AS a, sum(o) AS o, sum(b) AS b, sum(r) AS r
    FROM (
        SELECT app, starts AS day, 1 AS a, 0 AS o, 0 AS b, 0 AS r FROM active
        UNION ALL SELECT app, ends, -1, 0, 0, 0 FROM active
        UNION ALL SELECT app, starts, 0, 1, 0, 0 FROM opener
        UNION ALL SELECT app, ends, 0, -1, 0, 0 FROM opener
        UNION ALL SELECT app, day, 0, 0, 0, 1 FROM stood WHERE is_reachable
        UNION ALL SELECT app, assumeNotNull(next_day), 0, 0, 0, -1 FROM stood WHERE is_reachable AND next_day IS NOT NULL
        UNION ALL SELECT app, starts, 0, 0, 1, 0 FROM both_hold
        UNION ALL SELECT app, ends, 0, 0, -1, 0 FROM both_hold
    )
    GROUP BY app, day
)

SELECT *
FROM (
    SELECT
        apps.app AS app, day.day AS day, sum(coalesce(step.a, 0)) OVER so_far AS active_28d,
        sum(coalesce(step.o, 0)) OVER so_far AS openers_28d, sum(coalesce(step.b, 0)) OVER so_far AS reachable_28d,
        sum(coalesce(step.r, 0)) OVER so_far AS reachable
    FROM (SELECT DISTINCT app FROM step) AS apps
    CROSS JOIN day
    LEFT JOIN step ON step.app = apps.app AND step.day = day.day
    WINDOW so_far AS (PARTITION BY app ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
WHERE active_28d > 0 OR reachable > 0;
CREATE OR REPLACE TABLE result_quality ENGINE = Memory AS
SELECT
    app, toDate(effective_at) AS day, count() AS events, countIf(received_at > effective_at + INTERVAL 24 HOUR) AS over_24h,
    countIf(effective_at <> occurred_at) AS clocks_corrected,
    quantilesExactInclusive(0.5, 0.95)(
        toUnixTimestamp64Micro(received_at) - toUnixTimestamp64Micro(effective_at)
    ) AS latency
FROM engagement_event
GROUP BY app, day;
CREATE OR REPLACE TABLE result_conflicts ENGINE = Memory AS
SELECT app, count() AS ids
FROM (
    SELECT app, installation_id, id
    FROM engagement_event
    WHERE effective_at >= (SELECT max(received_at) FROM engagement_event) - INTERVAL 90 DAY
        AND reinterpretAsUInt8(SHA256(unhex(replaceAll(toString(id), '-', '')))) < 4
    GROUP BY app, installation_id, id
    HAVING uniqExact(occurred_at) > 1
)
GROUP BY app;
CREATE OR REPLACE TABLE result_unsent ENGINE = Memory AS
SELECT opened.app AS app, toDate(opened.effective_at) AS day, count() AS opens
FROM (SELECT * FROM engagement_event WHERE type = 'notification_opened' AND NOT is_local) AS opened
LEFT ANTI JOIN send
    ON send.installation_id = opened.installation_id AND send.app = opened.app
    AND send.notification_id = opened.notification_id
GROUP BY app, day;
CREATE OR REPLACE TABLE result_deliveries ENGINE = Memory AS
SELECT toDate(received_quarter) AS day, outcome, sum(deliveries) AS deliveries FROM delivery GROUP BY day, outcome;
