-- Every day on which an installation opened something, computed straight from the log: for a horizon that the state has
-- passed, for the audit, and for tests. Metrics: active, openers. Costs a pass over the whole log.
-- known_by, up_to: what is known, see events_between.
CREATE OR REPLACE FUNCTION projection.recomputed_days(known_by timestamptz, up_to bigint, time_zone text)
RETURNS TABLE (
    app integer,
    installation_id uuid,
    day date,
    os integer,
    opener_os integer
)
LANGUAGE sql STABLE
AS $$
WITH event AS (
    SELECT
        known.*,
        (known.effective_at AT TIME ZONE time_zone)::date AS day,
        known.type = 'notification_opened' AND known.trigger IS DISTINCT FROM 'local' AS is_direct
    FROM projection.events_between('-infinity', 'infinity', known_by, up_to) AS known
    WHERE known.type IN ('notification_opened', 'app_opened')
),

-- last_n and last_direct_n: how many follow in the order of the day, so 0 is the last.
placed AS (
    SELECT
        event.*,
        count(*) OVER later AS n_later,
        count(*) FILTER (WHERE event.is_direct) OVER later AS n_direct_later
    FROM event
    WINDOW later AS (
        PARTITION BY event.app, event.installation_id, event.day
        ORDER BY event.effective_at, event.type, event.id, event.occurred_at
        ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    placed.app,
    placed.installation_id,
    placed.day,
    max(placed.os) FILTER (WHERE placed.n_later = 0),
    max(placed.os) FILTER (WHERE placed.is_direct AND placed.n_direct_later = 0)
FROM placed
GROUP BY placed.app, placed.installation_id, placed.day
$$;
COMMENT ON FUNCTION projection.recomputed_days(timestamptz, bigint, text) IS
    'Days of activity of each installation, with the systems that it counts under; opener_os is null if it was no opener.';
