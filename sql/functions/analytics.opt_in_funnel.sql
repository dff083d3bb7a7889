-- Returns the opt-in funnel by app and OS version of the prompt for any conversion window. Metrics: Opt-in funnel.
-- conversion_window: longest time from a prompt to the decision that counts. With that of the settings, the columns are
-- equal to those of opt_in_by_os. A journey (an installation's permission history in state) has the decision for the
-- window of the settings, which usually determines the one for another window. For the other journeys, the answers are
-- read from the log, by key ranges.
CREATE OR REPLACE FUNCTION analytics.opt_in_funnel(
    from_day date, to_day date, conversion_window interval, as_of timestamptz DEFAULT NULL
)
RETURNS TABLE (
    app_id text,
    os_name text,
    os_version text,
    prompted bigint,
    decided bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint,
    grant_rate numeric,
    grant_rate_low numeric,
    grant_rate_high numeric,
    acceptance_rate numeric,
    acceptance_rate_low numeric,
    acceptance_rate_high numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, projection, log, pg_temp
AS $$
WITH parameter AS MATERIALIZED (
    SELECT
        coalesce(opt_in_funnel.as_of, analytics.horizon()) AS as_of,
        make_interval(secs => extract(epoch FROM conversion_window)::double precision) AS waiting,
        make_interval(secs => settings.conversion_window_seconds) AS kept_waiting,
        settings.time_zone,
        projection.held('journey') AS held
    FROM projection.settings
),

-- Values of parameter that bound prompt_at are scalar subqueries: if joined, the planner would read every journey.
-- parameter.as_of is joined, because the planner can't inline a function that has a subquery as argument.
decided AS (
    SELECT
        journey.app,
        journey.prompt_os,
        CASE
            WHEN NOT told.by_journey THEN answer.type
            WHEN journey.decision_at - journey.prompt_at < (SELECT parameter.waiting FROM parameter)
                THEN journey.decision
        END AS decision,
        journey.prompt_at + (SELECT parameter.waiting FROM parameter) > parameter.as_of AS has_time
    FROM parameter
    CROSS JOIN LATERAL projection.journeys_as_of(parameter.as_of) AS journey
    -- The journey determines the decision if it has no answer, or no events but the prompt and the decision, or if the
    -- window is no longer than the settings' and holds the decision: earlier answers missed even the longer window.
    CROSS JOIN LATERAL (
        SELECT CASE
            WHEN journey.decision IS NULL THEN journey.late_answer_at IS NULL
            ELSE journey.events = 2 OR (
                journey.decision_at - journey.prompt_at < (SELECT parameter.waiting FROM parameter)
                AND (SELECT parameter.waiting <= parameter.kept_waiting FROM parameter)
            )
        END
    ) AS told (by_journey)
    LEFT JOIN LATERAL (
        SELECT placed.type
        FROM (
            SELECT
                event.type,
                event.effective_at,
                event.n,
                min(event.n) FILTER (WHERE event.type = 'prompt_shown') OVER () AS prompt_n
            FROM metric.ordered_permission_events(
                ARRAY[journey.installation_id], journey.app, parameter.as_of, parameter.held
            ) AS event
            WHERE NOT told.by_journey
            OFFSET 0
        ) AS placed
        WHERE placed.type IN ('prompt_granted', 'prompt_denied')
            AND placed.n > placed.prompt_n
            AND placed.effective_at - journey.prompt_at < (SELECT parameter.waiting FROM parameter)
        ORDER BY placed.n
        LIMIT 1
    ) AS answer ON true
    -- A day wider than the range, so that the index can be used; the day itself is compared below.
    WHERE journey.prompt_at >= (from_day - 1)::timestamp AT TIME ZONE (SELECT parameter.time_zone FROM parameter)
        AND journey.prompt_at < (to_day + 2)::timestamp AT TIME ZONE (SELECT parameter.time_zone FROM parameter)
        AND (journey.prompt_at AT TIME ZONE (SELECT parameter.time_zone FROM parameter))::date
            BETWEEN from_day AND least(to_day, (SELECT stats.day(parameter.as_of) FROM parameter))
),

counted AS (
    SELECT
        decided.app,
        os.os_name,
        os.major AS os_major,
        os.minor AS os_minor,
        count(*) AS prompted,
        count(*) FILTER (WHERE decided.decision = 'prompt_granted') AS granted,
        count(*) FILTER (WHERE decided.decision = 'prompt_denied') AS denied,
        count(*) FILTER (WHERE decided.decision IS NULL AND NOT decided.has_time) AS undecided,
        count(*) FILTER (WHERE decided.decision IS NULL AND decided.has_time) AS open_window
    FROM decided
    INNER JOIN log.os ON os.os = decided.prompt_os
    GROUP BY decided.app, os.os_name, os.major, os.minor
)

SELECT app.app_id, counted.os_name, counted.os_major || '.' || counted.os_minor, funnel.*, acceptance.*
FROM counted
INNER JOIN log.app ON app.app = counted.app
CROSS JOIN LATERAL metric.published_funnel(
    counted.prompted, counted.granted, counted.denied, counted.undecided, counted.open_window
) AS funnel
CROSS JOIN LATERAL stats.published_rate(funnel.granted, funnel.decided) AS acceptance
ORDER BY app.app_id COLLATE "C", counted.os_name COLLATE "C", counted.os_major, counted.os_minor
$$;
COMMENT ON FUNCTION analytics.opt_in_funnel(date, date, interval, timestamptz) IS
    'The opt-in funnel of opt_in_by_os for prompts from from_day to to_day, with any conversion window: prompted, '
    'decided, granted, denied, undecided, open_window, grant_rate and acceptance_rate with bounds _low and _high, by '
    'app_id, os_name and os_version.';
