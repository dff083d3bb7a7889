-- Returns the journeys (permission histories of installations) with a moment in a range of days: the people counted by
-- the opt-in, provisional and win-back tables. moment: prompt, ask (one that is no prompt), trial (its start) or asked
-- (to go to Settings); a constant, so that the planner can resolve the CASE. answers_alone: see
-- projection.journeys_as_of.
CREATE OR REPLACE FUNCTION projection.cohort(
    moment text, from_day date, to_day date, as_of timestamptz, answers_alone boolean DEFAULT false
)
RETURNS SETOF projection.journey_row
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.journeys_as_of(as_of, answers_alone, from_day, to_day) AS journey
CROSS JOIN LATERAL (
    SELECT CASE moment
        WHEN 'prompt' THEN journey.prompt_at
        WHEN 'ask' THEN (journey.ask).at
        WHEN 'trial' THEN journey.trial_at
        WHEN 'asked' THEN journey.asked_at
    END
) AS entry (at)
-- The outer bounds are a day wider than the range, for the index. Only moments near the range's ends need their local
-- day. The scalar subqueries run once each; if settings were joined, the planner would read every journey.
WHERE entry.at >= (SELECT (from_day - 1)::timestamp AT TIME ZONE settings.time_zone FROM projection.settings)
    AND entry.at < (SELECT (to_day + 2)::timestamp AT TIME ZONE settings.time_zone FROM projection.settings)
    AND (
        (
            entry.at >= (SELECT (from_day + 1)::timestamp AT TIME ZONE settings.time_zone FROM projection.settings)
            AND entry.at < (
                SELECT metric.last_day(to_day, as_of)::timestamp AT TIME ZONE settings.time_zone
                FROM projection.settings
            )
        )
        OR (entry.at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
            BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
    )
$$;
