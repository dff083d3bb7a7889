-- Returns the journeys with events received after a past horizon, computed without these, for projection.past. An
-- installation without earlier events has no row. One that is set aside (without a journey) because of its later events
-- has one.
-- answers_alone: only those whose prompt, answer or opens in 24 hours after the answer may have been different.
CREATE OR REPLACE FUNCTION projection.past_journeys(as_of timestamptz, answers_alone boolean DEFAULT false)
RETURNS SETOF projection.journey_row
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT folded.*
FROM (
    SELECT later.app, array_agg(later.installation_id) AS installations
    FROM (
        SELECT after.app, after.installation_id
        FROM projection.journeys_after(as_of) AS after
        WHERE NOT answers_alone
            OR (after.answer_received_at > as_of AND after.prompt_received_at <= as_of)
        UNION ALL
        (
            SELECT aside.app, aside.installation_id FROM projection.set_aside AS aside
            EXCEPT
            SELECT aside.app, aside.installation_id FROM projection.set_aside_at(as_of) AS aside
        )
    ) AS later
    GROUP BY later.app
) AS asked
CROSS JOIN LATERAL projection.fold_journeys(asked.installations, asked.app, as_of) AS folded
$$;
