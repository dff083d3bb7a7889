-- Counts the people prompted by app and OS (its number), with the answer for any conversion window. Metrics: Opt-in funnel.
-- conversion_window: longest time from a prompt to the decision that counts. A journey (an installation's permission
-- history in state) has the decision for the window of the settings, which usually determines the one for another window.
-- For the other journeys, the answers are read from the log, by key ranges. The same keys can have several rows.
CREATE OR REPLACE FUNCTION projection.funnel_counts(
    from_day date, to_day date, conversion_window interval, as_of timestamptz
)
RETURNS TABLE (
    app integer,
    os integer,
    {funnel counts: # #type}
)
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
WITH parameter AS MATERIALIZED (
    SELECT
        funnel_counts.as_of AS as_of,
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
        journey.prompt_at + (SELECT parameter.waiting FROM parameter) AS until,
        journey.dismissed_at,
        parameter.as_of
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
            BETWEEN from_day AND (SELECT metric.last_day(to_day, parameter.as_of) FROM parameter)
)

SELECT decided.app, decided.prompt_os, {funnel counts: #counted}
FROM decided
-- The same as in projection.opt_in.
CROSS JOIN LATERAL (
    SELECT
        decided.decision = 'prompt_granted' AS is_granted,
        decided.decision = 'prompt_denied' AS is_denied,
        decided.decision IS NULL AND decided.until <= decided.as_of AS is_undecided,
        decided.decision IS NULL AND decided.until > decided.as_of AS is_open,
        decided.decision IS NULL AND decided.dismissed_at < decided.until AS is_dismissed
) AS answer
GROUP BY 1, 2
$$;
