-- Events of a range of days by app, day and the app version that they name, 0 for none, computed straight from the log:
-- for a horizon that the state has passed. Reads the partitions of those days, and an index for what lies elsewhere
-- because its clock was wrong; permission events from their own table, since their identities beside the others name no
-- version.
-- from_day, to_day: inclusive; known_by: the horizon; up_to: the position of the last batch that is read.
CREATE OR REPLACE FUNCTION projection.recomputed_events_by_version(
    from_day date, to_day date, known_by timestamptz, up_to bigint
)
RETURNS TABLE (
    app integer,
    day date,
    app_version integer,
    events bigint
)
-- With a setting of its own it is planned where it runs, and not with every report that doesn't need it.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
SELECT dated.app, dated.day, dated.app_version, count(*)
FROM (
    SELECT
        event.app,
        (event.effective_at AT TIME ZONE settings.time_zone)::date AS day,
        coalesce(event.app_version, 0) AS app_version
    FROM (
        SELECT right_clock.effective_at, right_clock.app, right_clock.app_version
        FROM projection.known_engagement(known_by, up_to) AS right_clock
        WHERE right_clock.effective_at = right_clock.occurred_at
            -- A day wider than the range, for the partitions; the day itself is compared below.
            AND right_clock.occurred_at >= (from_day - 1)::timestamp AT TIME ZONE 'UTC'
            AND right_clock.occurred_at < (to_day + 2)::timestamp AT TIME ZONE 'UTC'
        UNION ALL
        SELECT corrected.effective_at, corrected.app, corrected.app_version
        FROM projection.known_engagement(known_by, up_to) AS corrected
        WHERE corrected.effective_at <> corrected.occurred_at
            AND corrected.effective_at >= (from_day - 1)::timestamp AT TIME ZONE 'UTC'
            AND corrected.effective_at < (to_day + 2)::timestamp AT TIME ZONE 'UTC'
        UNION ALL
        SELECT permission.effective_at, permission.app, permission.app_version
        FROM log.permission_event AS permission
        WHERE permission.effective_at >= (from_day - 1)::timestamp AT TIME ZONE 'UTC'
            AND permission.effective_at < (to_day + 2)::timestamp AT TIME ZONE 'UTC'
            AND permission.received_at <= known_by
            AND permission.batch_id <> ALL (ARRAY(SELECT batch.batch_id FROM log.batch WHERE batch.position > up_to))
    ) AS event
    CROSS JOIN projection.settings
) AS dated
WHERE dated.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
GROUP BY dated.app, dated.day, dated.app_version
$$;
COMMENT ON FUNCTION projection.recomputed_events_by_version(date, date, timestamptz, bigint) IS
    'Events of a range of days by app, day and app version, from the log alone.';
