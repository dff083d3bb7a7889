-- Returns the journeys with events received after a past horizon, computed without these, for projection.past. An
-- installation without earlier events has no row. One that is set aside (without a journey) because of its later events
-- has one.
-- answers_alone: only those whose prompt, answer or opens in 24 hours after the answer, ask or arms may have been
-- different. from_day, to_day: of these only those asked on one of these days, in any way; null: all.
CREATE OR REPLACE FUNCTION projection.past_journeys(
    as_of timestamptz, answers_alone boolean DEFAULT false, from_day date DEFAULT NULL, to_day date DEFAULT NULL
)
RETURNS SETOF projection.journey_row
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT journey.*
FROM (
    SELECT installation.app, array_agg(installation.installation_id) AS installations
    FROM (
        SELECT later_journey.app, later_journey.installation_id
        FROM projection.journeys_after(as_of) AS later_journey
        WHERE NOT answers_alone
            OR (
                -- IS TRUE: after a null, the events would be looked for too.
                (later_journey.answer_received_at > as_of AND later_journey.prompt_received_at <= as_of) IS TRUE
                AND (
                    from_day IS NULL
                    -- A day wider than the range on both sides, for every time zone.
                    OR EXISTS (
                        SELECT
                        FROM permission_event AS event
                        WHERE event.installation_id = later_journey.installation_id
                            AND event.app = later_journey.app
                            AND event.type IN ('prompt_shown', 'primer_shown', 'prompt_blocked')
                            AND event.effective_at >= (from_day - 1)::timestamp AT TIME ZONE 'UTC'
                            AND event.effective_at < (to_day + 2)::timestamp AT TIME ZONE 'UTC'
                        -- Otherwise the planner may read all events at once.
                        OFFSET 0
                    )
                )
            )
        UNION ALL
        (
            SELECT installation.app, installation.installation_id
            FROM projection.installation_set_aside AS installation
            EXCEPT
            SELECT installation.app, installation.installation_id
            FROM projection.installations_set_aside(as_of) AS installation
        )
    ) AS installation
    GROUP BY installation.app
) AS app_group
CROSS JOIN LATERAL projection.fold_journeys(
    app_group.installations, app_group.app, as_of, projection.held('journey')
) AS journey
$$;
