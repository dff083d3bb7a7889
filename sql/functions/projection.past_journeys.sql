-- The journeys that hold something not known at a past horizon, as they stood without it, for projection.past; an installation
-- that was not known at all has none. One that is set aside only because of what came later had a journey then.
-- answers_alone: only those that may have had another prompt, another answer or other opens in the 24 hours after it.
CREATE OR REPLACE FUNCTION projection.past_journeys(known_by timestamptz, answers_alone boolean DEFAULT false)
RETURNS SETOF projection.journey
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT folded.*
FROM (
    SELECT later.app, array_agg(later.installation_id) AS installations
    FROM (
        SELECT after.app, after.installation_id
        FROM projection.journeys_after(known_by) AS after
        WHERE NOT answers_alone
            OR (after.answer_received_at > known_by AND after.prompt_received_at <= known_by)
        UNION ALL
        (
            SELECT aside.app, aside.installation_id FROM projection.set_aside_v1 AS aside
            EXCEPT
            SELECT aside.app, aside.installation_id FROM projection.set_aside_at(known_by) AS aside
        )
    ) AS later
    GROUP BY later.app
) AS asked
CROSS JOIN LATERAL projection.fold_journeys_v1(asked.installations, asked.app, known_by) AS folded
$$;
