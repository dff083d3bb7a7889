-- Returns lasting shifts of the opt-in rate, for verdicts: those that the reports of the nights up to to_day
-- would have told, and that still last. They are of an app, an OS version, an app version or a placement and, if there
-- are several apps, of an OS version over all of them (app_id is null). docs/decisions/0015-read-every-night.md has the
-- reasons and the sources. Called by projection.past, so that the ranges of a report, which end on the same day, compute
-- them once.
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
-- dimension, name: as in analytics.opt_in_changes. told: the to_day of the first report with the shift. since: the day with
-- the strongest change on that night, of the last 56. before: the 112 days before since; after: from since on.
CREATE OR REPLACE FUNCTION projection.past_shifts(as_of timestamptz, to_day date) RETURNS SETOF projection.shift
LANGUAGE sql STABLE SET enable_sort = off
AS $$
-- version: of the OS; 0 if none. An app 0 means all apps.
WITH person AS MATERIALIZED (
    SELECT
        prompts.app, prompts.day, prompts.dimension,
        CASE prompts.dimension WHEN 'os' THEN system.version ELSE prompts.value END AS value,
        coalesce(system.version, 0) AS version, prompts.people::double precision AS people,
        prompts.allowed_24h::double precision AS allowed
    FROM projection.prompts(
        to_day - 258,
        (
            SELECT least(to_day - 1, projection.last_settled_day(as_of, 86400, settings.time_zone))
            FROM projection.settings
        ),
        as_of,
        '{os,app_version,placement}'
    ) AS prompts
    LEFT JOIN (
        SELECT os.os, dense_rank() OVER (ORDER BY os.os_name, os.major, os.minor)::integer AS version FROM log.os
    ) AS system ON system.os = CASE prompts.dimension WHEN 'os' THEN prompts.value ELSE prompts.within END
),

counts AS MATERIALIZED (
    SELECT
        person.app, person.dimension, person.value, person.version, (to_day - person.day - 1) / 14 AS fortnight,
        sum(person.people) AS people, sum(person.allowed) AS allowed
    FROM person
    WHERE person.day >= to_day - 168
    GROUP BY person.app, person.dimension, person.value, person.version, (to_day - person.day - 1) / 14
),

subject AS MATERIALIZED (
    SELECT
        subject.kind, subject.app, subject.value, counts.app AS of_app, counts.version, counts.fortnight, counts.people,
        counts.allowed
    FROM counts
    CROSS JOIN LATERAL (
        VALUES
            ('os', 'app', counts.app, 0),
            ('os', 'os_version', counts.app, counts.value),
            ('os', 'os_version', 0, counts.value),
            ('app_version', 'app_version', counts.app, counts.value),
            ('placement', 'placement', counts.app, counts.value)
    ) AS subject (dimension, kind, app, value)
    WHERE subject.dimension = counts.dimension AND subject.value IS NOT NULL
),

-- Most of very many values have too few people for any comparison.
large_subject AS MATERIALIZED (
    SELECT subject.kind, subject.app, subject.value
    FROM subject
    GROUP BY subject.kind, subject.app, subject.value
    HAVING sum(subject.people) >= 300 + 100
),

-- The subjects of which one of tonight's comparisons has the strength of a shift that lasts.
lasting_subject AS MATERIALIZED (
    SELECT DISTINCT comparison.kind, comparison.app, comparison.value
    FROM (
        SELECT
            subject.kind, subject.app, subject.value, subject.of_app, subject.version, span.days,
            sum(subject.people) FILTER (WHERE subject.fortnight < span.days / 14) AS base_after,
            sum(subject.allowed) FILTER (WHERE subject.fortnight < span.days / 14) AS events_after,
            sum(subject.people) FILTER (WHERE subject.fortnight >= span.days / 14) AS base_before,
            sum(subject.allowed) FILTER (WHERE subject.fortnight >= span.days / 14) AS events_before
        FROM subject
        INNER JOIN large_subject USING (kind, app, value)
        INNER JOIN (VALUES (14), (28), (42), (56)) AS span (days) ON subject.fortnight < span.days / 14 + 8
        GROUP BY subject.kind, subject.app, subject.value, subject.of_app, subject.version, span.days
    ) AS comparison
    LEFT JOIN LATERAL stats.stratum(
        comparison.events_before, comparison.base_before, comparison.events_after, comparison.base_after
    ) AS stratum ON true
    GROUP BY comparison.kind, comparison.app, comparison.value, comparison.days
    HAVING sum(comparison.base_before) >= 300
        AND sum(comparison.base_after) >= 100
        AND abs(sum(stratum.weighted)) >= 0.02 * sum(stratum.weight)
        AND abs(sum(stratum.weighted)) >= 2 * sqrt(sum(stratum.variance))
),

-- What their strata counted by day.
stratum_day AS MATERIALIZED (
    SELECT
        subject.kind, subject.app, subject.value, person.app AS of_app, person.version, person.day, person.people,
        person.allowed
    FROM lasting_subject AS subject
    INNER JOIN person ON subject.kind = 'app' AND person.dimension = 'os' AND person.app = subject.app
    UNION ALL
    SELECT
        subject.kind, subject.app, subject.value, person.app, person.version, person.day, person.people,
        person.allowed
    FROM lasting_subject AS subject
    INNER JOIN person
        ON person.dimension = CASE subject.kind WHEN 'os_version' THEN 'os' ELSE subject.kind END
        AND person.value = subject.value
        AND subject.app IN (0, person.app)
),

stratum AS MATERIALIZED (
    SELECT strata.*, row_number() OVER () AS number
    FROM (
        SELECT DISTINCT
            stratum_day.kind, stratum_day.app, stratum_day.value, stratum_day.of_app, stratum_day.version
        FROM stratum_day
    ) AS strata
),

-- Sums of each stratum up to each of the 259 days that end with the last known one, as arrays.
course AS MATERIALIZED (
    SELECT stratum.kind, stratum.app, stratum.value, sums.people, sums.allowed
    FROM (
        SELECT
            running_sums.number,
            array_agg(running_sums.people ORDER BY running_sums.day) AS people,
            array_agg(running_sums.allowed ORDER BY running_sums.day) AS allowed
        FROM (
            SELECT
                day_counts.number, day_counts.day,
                sum(sum(day_counts.people)) OVER so_far AS people,
                sum(sum(day_counts.allowed)) OVER so_far AS allowed
            FROM (
                SELECT stratum.number, stratum_day.day, stratum_day.people, stratum_day.allowed
                FROM stratum_day
                INNER JOIN stratum USING (kind, app, value, of_app, version)
                UNION ALL
                -- Every stratum has a row on every day, and one before the first.
                SELECT stratum.number, to_day - 259 + place, 0, 0
                FROM stratum
                CROSS JOIN generate_series(0, 258) AS place
            ) AS day_counts
            GROUP BY day_counts.number, day_counts.day
            WINDOW so_far AS (PARTITION BY day_counts.number ORDER BY day_counts.day)
        ) AS running_sums
        GROUP BY running_sums.number
    ) AS sums
    INNER JOIN stratum ON stratum.number = sums.number
),

-- ago: nights before to_day.
night AS (
    SELECT
        comparison.kind, comparison.app, comparison.value, comparison.ago,
        comparison.weighted / sqrt(comparison.variance) AS z
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
                course.people[place.middle] - course.people[place.middle - 112] AS base_before,
                course.allowed[place.last] - course.allowed[place.middle] AS events_after,
                course.people[place.last] - course.people[place.middle] AS base_after
        ) AS side
        LEFT JOIN LATERAL stats.stratum(
            side.events_before, side.base_before, side.events_after, side.base_after
        ) AS stratum ON true
        GROUP BY course.kind, course.app, course.value, night.ago, span.days
    ) AS comparison
    WHERE comparison.base_before >= 300
        AND comparison.base_after >= 100
        AND comparison.variance > 0
        AND abs(comparison.weighted) >= 0.02 * comparison.weight
        AND (comparison.after - comparison.before) * sign(comparison.weighted) >= 1.96 * sqrt(
            comparison.after * (1 - comparison.after) / comparison.base_after
            + comparison.before * (1 - comparison.before) / comparison.base_before
        )
),

-- The strongest comparison of each night in each direction. The nights of a shift that lasts have no gap up to tonight.
peak AS (
    SELECT
        peak.*,
        row_number() OVER (PARTITION BY peak.kind, peak.app, peak.value, peak.is_fall ORDER BY peak.ago) - 1
            = peak.ago AS lasts
    FROM (
        SELECT DISTINCT ON (night.kind, night.app, night.value, night.z < 0, night.ago)
            night.kind, night.app, night.value, night.z < 0 AS is_fall, night.ago, abs(night.z) AS strength
        FROM night
        WHERE abs(night.z) >= 2
        ORDER BY night.kind, night.app, night.value, night.z < 0, night.ago, abs(night.z) DESC
    ) AS peak
),

-- began: the night, counted back, since which a strength is at least 2.
shift AS (
    SELECT DISTINCT ON (shift_night.kind, shift_night.app, shift_night.value, shift_night.is_fall)
        shift_night.kind, shift_night.app, shift_night.value, shift_night.is_fall, shift_night.ago
    FROM (
        SELECT
            peak.*,
            max(peak.ago) OVER (
                PARTITION BY peak.kind, peak.app, peak.value, peak.is_fall
            ) AS began
        FROM peak
        WHERE peak.lasts
    ) AS shift_night
    WHERE shift_night.strength >= CASE shift_night.kind WHEN 'app' THEN 2.8 ELSE 3.9 END
        AND shift_night.began < 90
        AND shift_night.began - shift_night.ago < 56
    ORDER BY shift_night.kind, shift_night.app, shift_night.value, shift_night.is_fall, shift_night.ago DESC
)

SELECT
    app.app_id,
    CASE shift.kind WHEN 'app' THEN 'all' ELSE shift.kind END,
    coalesce(system.name, word.text, ''),
    to_day - shift.ago,
    to_day - 259 + change.place,
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
        course.people[day.place] - course.people[day.place - 112],
        course.allowed[259 - shift.ago] - course.allowed[day.place],
        course.people[259 - shift.ago] - course.people[day.place]
    ) AS stratum
    WHERE (course.kind, course.app, course.value) = (shift.kind, shift.app, shift.value)
    GROUP BY day.place
    HAVING sum(stratum.variance) > 0 AND (sum(stratum.weighted) < 0) = shift.is_fall
    ORDER BY abs(sum(stratum.weighted)) / sqrt(sum(stratum.variance)) DESC, day.place DESC
    LIMIT 1
) AS change
CROSS JOIN LATERAL (
    SELECT
        sum(course.allowed[change.place] - course.allowed[change.place - 112]) AS events_before,
        sum(course.people[change.place] - course.people[change.place - 112]) AS base_before,
        sum(course.allowed[259] - course.allowed[change.place]) AS events_after,
        sum(course.people[259] - course.people[change.place]) AS base_after
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
