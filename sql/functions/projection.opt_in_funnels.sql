-- The opt-in funnel by app and any dimensions of the prompt. Metrics: Opt-in funnel.
-- dimensions: any of day, os_name, os_major, os_version, app_version, placement and variant; a part of the system includes what is
-- above it, and os_major beside os_version gives rows of both. The columns of other dimensions are null. app_version, placement,
-- variant: empty if the prompt named none.
-- enable_sort: the planner expects few people in a range whose ends it does not know, and would sort all of them to group them.
CREATE OR REPLACE FUNCTION projection.opt_in_funnels(
    from_day date, to_day date, known_by timestamptz, dimensions text[]
)
RETURNS TABLE (
    app_id text,
    day date,
    os_name text,
    os_major smallint,
    os_minor smallint,
    app_version text,
    placement text,
    variant text,
    prompted bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint
)
LANGUAGE sql STABLE SET enable_sort = off
AS $$
-- Once, and not for each person, whom it takes twice as long to count then.
WITH wanted AS MATERIALIZED (
    SELECT
        'day' = ANY (dimensions) AS day,
        dimensions && '{os_name,os_major,os_version}' AS os_name,
        dimensions && '{os_major,os_version}' AS os_major,
        'app_version' = ANY (dimensions) AS app_version,
        'placement' = ANY (dimensions) AS placement,
        'variant' = ANY (dimensions) AS variant
),

-- By number first: names are looked up once a group, not once a person.
counted AS (
    SELECT
        opt_in.app,
        CASE WHEN (SELECT wanted.day FROM wanted) THEN opt_in.day END AS day,
        CASE WHEN (SELECT wanted.os_name FROM wanted) THEN opt_in.os END AS os,
        CASE WHEN (SELECT wanted.app_version FROM wanted) THEN opt_in.app_version END AS app_version,
        CASE WHEN (SELECT wanted.placement FROM wanted) THEN opt_in.placement END AS placement,
        CASE WHEN (SELECT wanted.variant FROM wanted) THEN opt_in.variant END AS variant,
        count(*) AS prompted,
        count(*) FILTER (WHERE opt_in.is_granted) AS granted,
        count(*) FILTER (WHERE opt_in.is_denied) AS denied,
        count(*) FILTER (WHERE opt_in.is_undecided) AS undecided,
        count(*) FILTER (WHERE opt_in.is_open) AS open_window
    FROM projection.opt_in(from_day, to_day, known_by) AS opt_in
    GROUP BY 1, 2, 3, 4, 5, 6
)

SELECT
    app.app_id,
    counted.day,
    os.os_name,
    CASE WHEN (SELECT wanted.os_major FROM wanted) THEN os.major END,
    CASE WHEN level.is_version THEN os.minor END,
    CASE WHEN (SELECT wanted.app_version FROM wanted) THEN coalesce(app_version.text, '') END,
    CASE WHEN (SELECT wanted.placement FROM wanted) THEN coalesce(placement.text, '') END,
    CASE WHEN (SELECT wanted.variant FROM wanted) THEN coalesce(variant.text, '') END,
    sum(counted.prompted)::bigint,
    sum(counted.granted)::bigint,
    sum(counted.denied)::bigint,
    sum(counted.undecided)::bigint,
    sum(counted.open_window)::bigint
FROM counted
CROSS JOIN (
    SELECT true WHERE 'os_version' = ANY (dimensions)
    UNION ALL
    SELECT false WHERE 'os_major' = ANY (dimensions) OR 'os_version' <> ALL (dimensions)
) AS level (is_version)
INNER JOIN log.app ON app.app = counted.app
LEFT JOIN log.os ON os.os = counted.os
LEFT JOIN log.word AS app_version ON app_version.word = counted.app_version
LEFT JOIN log.word AS placement ON placement.word = counted.placement
LEFT JOIN log.word AS variant ON variant.word = counted.variant
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
$$;
