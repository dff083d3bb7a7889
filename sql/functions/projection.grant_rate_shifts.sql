-- Returns lasting shifts of the opt-in rate for analytics.findings: those that the reports of the nights up to to_day
-- would have told, and that still last. They are of an app, an OS version, an app version or a placement and, if there
-- are several apps, of an OS version over all of them (app_id is null). docs/decisions/0015-read-every-night.md has the
-- reasons and the sources.
--
-- The rate is the share that allowed within 24 hours of everyone asked, by day of the prompt: it is final after a day. A
-- night knows the days before its own. It compares the last 14, 28, 42 and 56 days, each with the 112 days before them,
-- within each app and OS version, pooled by the statistic of Cochran (1954) and Mantel and Haenszel (1959), so that a
-- change in who is asked does not affect it. A comparison counts if it has 300 people before and 100 after, the pooled
-- difference is at least 2 points, and the plain difference is in the same direction by 1.96 standard errors. Its
-- strength is the absolute value of the statistic.
--
-- A shift begins on the night on which a strength is 2 or more, and lasts as long as any is. It is told on the first of its
-- first 56 nights with a strength of 2.8 for a whole app (two-sided p 0.005) or 3.9 for a part (0.0001), and returned on its
-- first 90 nights.
--
-- told: the to_day of the first report with the shift. since: the day with the strongest change on that night, of the last
-- 56. before: the 112 days before since; after: from since on.
-- The planner expects few people, and would sort them all to group them: sorting is off.
CREATE OR REPLACE FUNCTION projection.grant_rate_shifts(to_day date, as_of timestamptz)
RETURNS TABLE (
    app_id text,
    subject text,
    told date,
    since date,
    events_before bigint,
    base_before bigint,
    events_after bigint,
    base_after bigint
)
LANGUAGE sql STABLE SET enable_sort = off
AS $$
-- version: of the OS; 0 if none. An app 0 means all apps.
WITH person AS MATERIALIZED (
    SELECT
        asked.app, asked.day, asked.dimension, CASE asked.dimension WHEN 'os' THEN system.version ELSE asked.value END AS value,
        coalesce(system.version, 0) AS version, asked.asked::double precision AS asked,
        asked.allowed_24h::double precision AS allowed
    FROM projection.prompts(
        to_day - 258,
        (
            SELECT least(to_day - 1, projection.last_settled_day(as_of, 86400, settings.time_zone))
            FROM projection.settings
        ),
        as_of,
        '{os,app_version,placement}'
    ) AS asked
    LEFT JOIN (
        SELECT os.os, dense_rank() OVER (ORDER BY os.os_name, os.major, os.minor)::integer AS version FROM log.os
    ) AS system ON system.os = CASE asked.dimension WHEN 'os' THEN asked.value ELSE asked.other END
),

recent AS MATERIALIZED (
    SELECT
        person.app, person.dimension, person.value, person.version, (to_day - person.day - 1) / 14 AS fortnight,
        sum(person.asked) AS asked, sum(person.allowed) AS allowed
    FROM person
    WHERE person.day >= to_day - 168
    GROUP BY person.app, person.dimension, person.value, person.version, (to_day - person.day - 1) / 14
),

subject AS MATERIALIZED (
    SELECT subject.kind, subject.app, subject.value, recent.app AS of_app, recent.version, recent.fortnight, recent.asked,
        recent.allowed
    FROM recent
    CROSS JOIN LATERAL (
        VALUES
            ('os', 'app', recent.app, 0),
            ('os', 'os_version', recent.app, recent.value),
            ('os', 'os_version', 0, recent.value),
            ('app_version', 'app_version', recent.app, recent.value),
            ('placement', 'placement', recent.app, recent.value)
    ) AS subject (dimension, kind, app, value)
    WHERE subject.dimension = recent.dimension AND subject.value IS NOT NULL
),

-- Most of very many values have too few people for any comparison.
large AS MATERIALIZED (
    SELECT subject.kind, subject.app, subject.value
    FROM subject
    GROUP BY subject.kind, subject.app, subject.value
    HAVING sum(subject.asked) >= 300 + 100
),

-- The subjects of which one of tonight's comparisons has the strength of a shift that lasts.
tonight AS MATERIALIZED (
    SELECT DISTINCT compared.kind, compared.app, compared.value
    FROM (
        SELECT
            subject.kind, subject.app, subject.value, subject.of_app, subject.version, span.days,
            sum(subject.asked) FILTER (WHERE subject.fortnight < span.days / 14) AS base_after,
            sum(subject.allowed) FILTER (WHERE subject.fortnight < span.days / 14) AS events_after,
            sum(subject.asked) FILTER (WHERE subject.fortnight >= span.days / 14) AS base_before,
            sum(subject.allowed) FILTER (WHERE subject.fortnight >= span.days / 14) AS events_before
        FROM subject
        INNER JOIN large USING (kind, app, value)
        INNER JOIN (VALUES (14), (28), (42), (56)) AS span (days) ON subject.fortnight < span.days / 14 + 8
        GROUP BY subject.kind, subject.app, subject.value, subject.of_app, subject.version, span.days
    ) AS compared
    LEFT JOIN LATERAL stats.stratum(
        compared.events_before, compared.base_before, compared.events_after, compared.base_after
    ) AS stratum ON true
    GROUP BY compared.kind, compared.app, compared.value, compared.days
    HAVING sum(compared.base_before) >= 300
        AND sum(compared.base_after) >= 100
        AND abs(sum(stratum.weighted)) >= 0.02 * sum(stratum.weight)
        AND abs(sum(stratum.weighted)) >= 2 * sqrt(sum(stratum.variance))
),

-- What their strata counted by day.
counted AS MATERIALIZED (
    SELECT subject.kind, subject.app, subject.value, person.app AS of_app, person.version, person.day, person.asked,
        person.allowed
    FROM tonight AS subject
    INNER JOIN person ON subject.kind = 'app' AND person.dimension = 'os' AND person.app = subject.app
    UNION ALL
    SELECT subject.kind, subject.app, subject.value, person.app, person.version, person.day, person.asked, person.allowed
    FROM tonight AS subject
    INNER JOIN person
        ON subject.kind = 'os_version'
        AND person.dimension = 'os'
        AND person.value = subject.value
        AND subject.app IN (0, person.app)
    UNION ALL
    SELECT subject.kind, subject.app, subject.value, person.app, person.version, person.day, person.asked, person.allowed
    FROM tonight AS subject
    INNER JOIN person
        ON person.dimension = subject.kind AND person.value = subject.value AND person.app = subject.app
    WHERE subject.kind IN ('app_version', 'placement')
),

stratum AS MATERIALIZED (
    SELECT strata.*, row_number() OVER () AS number
    FROM (
        SELECT DISTINCT counted.kind, counted.app, counted.value, counted.of_app, counted.version FROM counted
    ) AS strata
),

-- Sums of each stratum up to each of the 259 days that end with the last known one, as arrays.
course AS MATERIALIZED (
    SELECT stratum.kind, stratum.app, stratum.value, summed.asked, summed.allowed
    FROM (
        SELECT
            running.number,
            array_agg(running.asked ORDER BY running.day) AS asked,
            array_agg(running.allowed ORDER BY running.day) AS allowed
        FROM (
            SELECT
                dated.number, dated.day,
                sum(sum(dated.asked)) OVER so_far AS asked,
                sum(sum(dated.allowed)) OVER so_far AS allowed
            FROM (
                SELECT stratum.number, counted.day, counted.asked, counted.allowed
                FROM counted
                INNER JOIN stratum USING (kind, app, value, of_app, version)
                UNION ALL
                -- Every stratum has a row on every day, and one before the first.
                SELECT stratum.number, to_day - 259 + place, 0, 0
                FROM stratum
                CROSS JOIN generate_series(0, 258) AS place
            ) AS dated
            GROUP BY dated.number, dated.day
            WINDOW so_far AS (PARTITION BY dated.number ORDER BY dated.day)
        ) AS running
        GROUP BY running.number
    ) AS summed
    INNER JOIN stratum ON stratum.number = summed.number
),

-- ago: nights before to_day.
night AS (
    SELECT summed.kind, summed.app, summed.value, summed.ago, summed.weighted / sqrt(summed.variance) AS z
    FROM (
        SELECT
            course.kind, course.app, course.value, night.ago, span.days,
            sum(stratum.weight) AS weight,
            sum(stratum.weighted) AS weighted,
            sum(stratum.variance) AS variance,
            sum(side.base_before) AS base_before,
            sum(side.base_after) AS base_after,
            sum(side.events_before) / nullif(sum(side.base_before), 0) AS before,
            sum(side.events_after) / nullif(sum(side.base_after), 0) AS after
        FROM course
        CROSS JOIN generate_series(0, 90) AS night (ago)
        CROSS JOIN (VALUES (14), (28), (42), (56)) AS span (days)
        CROSS JOIN LATERAL (
            SELECT 259 - night.ago AS last, 259 - night.ago - span.days AS middle
        ) AS place
        CROSS JOIN LATERAL (
            SELECT
                course.allowed[place.middle] - course.allowed[place.middle - 112] AS events_before,
                course.asked[place.middle] - course.asked[place.middle - 112] AS base_before,
                course.allowed[place.last] - course.allowed[place.middle] AS events_after,
                course.asked[place.last] - course.asked[place.middle] AS base_after
        ) AS side
        LEFT JOIN LATERAL stats.stratum(
            side.events_before, side.base_before, side.events_after, side.base_after
        ) AS stratum ON true
        GROUP BY course.kind, course.app, course.value, night.ago, span.days
    ) AS summed
    WHERE summed.base_before >= 300
        AND summed.base_after >= 100
        AND summed.variance > 0
        AND abs(summed.weighted) >= 0.02 * summed.weight
        AND (summed.after - summed.before) * sign(summed.weighted) >= 1.96 * sqrt(
            summed.after * (1 - summed.after) / summed.base_after
            + summed.before * (1 - summed.before) / summed.base_before
        )
),

-- The strongest comparison of each night in each direction. The nights of a shift that lasts have no gap up to tonight.
strongest AS (
    SELECT
        strong.*,
        row_number() OVER (PARTITION BY strong.kind, strong.app, strong.value, strong.is_fall ORDER BY strong.ago) - 1
            = strong.ago AS lasts
    FROM (
        SELECT DISTINCT ON (night.kind, night.app, night.value, night.z < 0, night.ago)
            night.kind, night.app, night.value, night.z < 0 AS is_fall, night.ago, abs(night.z) AS strength
        FROM night
        WHERE abs(night.z) >= 2
        ORDER BY night.kind, night.app, night.value, night.z < 0, night.ago, abs(night.z) DESC
    ) AS strong
),

-- began: the night, counted back, since which a strength is at least 2.
shift AS (
    SELECT DISTINCT ON (lasting.kind, lasting.app, lasting.value, lasting.is_fall)
        lasting.kind, lasting.app, lasting.value, lasting.is_fall, lasting.ago
    FROM (
        SELECT
            strongest.*,
            max(strongest.ago) OVER (
                PARTITION BY strongest.kind, strongest.app, strongest.value, strongest.is_fall
            ) AS began
        FROM strongest
        WHERE strongest.lasts
    ) AS lasting
    WHERE lasting.strength >= CASE lasting.kind WHEN 'app' THEN 2.8 ELSE 3.9 END
        AND lasting.began < 90
        AND lasting.began - lasting.ago < 56
    ORDER BY lasting.kind, lasting.app, lasting.value, lasting.is_fall, lasting.ago DESC
)

SELECT
    app.app_id,
    CASE shift.kind
        WHEN 'os_version' THEN system.name
        WHEN 'app_version' THEN 'app version ' || word.text
        WHEN 'placement' THEN 'placement ' || word.text
    END,
    to_day - shift.ago,
    to_day - 259 + begun.place,
    total.events_before::bigint,
    total.base_before::bigint,
    total.events_after::bigint,
    total.base_after::bigint
FROM shift
-- place: the last day before the change.
CROSS JOIN LATERAL (
    SELECT day.place
    FROM course
    CROSS JOIN generate_series(203 - shift.ago, 258 - shift.ago) AS day (place)
    CROSS JOIN LATERAL stats.stratum(
        course.allowed[day.place] - course.allowed[day.place - 112],
        course.asked[day.place] - course.asked[day.place - 112],
        course.allowed[259 - shift.ago] - course.allowed[day.place],
        course.asked[259 - shift.ago] - course.asked[day.place]
    ) AS stratum
    WHERE (course.kind, course.app, course.value) = (shift.kind, shift.app, shift.value)
    GROUP BY day.place
    HAVING sum(stratum.variance) > 0 AND (sum(stratum.weighted) < 0) = shift.is_fall
    ORDER BY abs(sum(stratum.weighted)) / sqrt(sum(stratum.variance)) DESC, day.place DESC
    LIMIT 1
) AS begun
CROSS JOIN LATERAL (
    SELECT
        sum(course.allowed[begun.place] - course.allowed[begun.place - 112]) AS events_before,
        sum(course.asked[begun.place] - course.asked[begun.place - 112]) AS base_before,
        sum(course.allowed[259] - course.allowed[begun.place]) AS events_after,
        sum(course.asked[259] - course.asked[begun.place]) AS base_after
    FROM course
    WHERE (course.kind, course.app, course.value) = (shift.kind, shift.app, shift.value)
) AS total
LEFT JOIN log.app ON app.app = shift.app
LEFT JOIN (
    SELECT DISTINCT
        dense_rank() OVER (ORDER BY os.os_name, os.major, os.minor)::integer AS version,
        os.os_name || ' ' || os.major || '.' || os.minor AS name
    FROM log.os
) AS system ON shift.kind = 'os_version' AND system.version = shift.value
LEFT JOIN log.word ON shift.kind IN ('app_version', 'placement') AND word.word = shift.value
-- With one app, OS versions of all apps are those of the app.
WHERE shift.app > 0 OR (SELECT min(person.app) < max(person.app) FROM person)
$$;
