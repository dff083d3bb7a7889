-- Opens not of trigger local that name no notification or one without a send, by app over a range of days of the open,
-- computed straight from the log: for a horizon that the state has passed. Metrics: Data quality.
-- from_day, to_day: inclusive; known_by, up_to: what is known, see events_between. An app without any has no row.
CREATE OR REPLACE FUNCTION projection.recomputed_unsent_opens(
    from_day date, to_day date, known_by timestamptz, up_to bigint
)
RETURNS TABLE (
    app integer,
    opens bigint
)
-- With settings of its own it is planned where it runs, and not with every report that does not need it. The planner takes the
-- events of a whole log for a few rows: nested loops over them did not end in minutes where hashes take seconds.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET enable_nestloop = off
AS $$
SELECT opened.app, count(*)
FROM projection.settings
CROSS JOIN LATERAL projection.events_between('-infinity', 'infinity', known_by, up_to) AS opened
WHERE opened.type = 'notification_opened'
    AND opened.trigger IS DISTINCT FROM 'local'
    AND (opened.effective_at AT TIME ZONE settings.time_zone)::date
        BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
    AND NOT EXISTS (
        SELECT
        FROM projection.events_between('-infinity', 'infinity', known_by, up_to) AS sent
        WHERE sent.type = 'notification_sent'
            AND sent.app = opened.app
            AND sent.installation_id = opened.installation_id
            AND sent.notification_id = opened.notification_id
    )
GROUP BY opened.app
$$;
COMMENT ON FUNCTION projection.recomputed_unsent_opens(date, date, timestamptz, bigint) IS
    'Opens without a send, by app, from the log alone.';
