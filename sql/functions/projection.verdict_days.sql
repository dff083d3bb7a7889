-- Returns the daily counts of verdicts, for the onset of a change and for what two of them have in common. Metrics:
-- Verdicts. Of prompts, from the first day of a verdict on, with answers within 24 hours, because these are
-- final after a day; of the others, in the range from from_day to to_day and the equally long one before it. places: of
-- the verdicts to which a row belongs; another crowd's may be among them. kind: counts of different kinds are of the
-- same people (or sends), told apart by something else. people: a count; part / base: a rate. The same keys can have
-- several rows.
CREATE OR REPLACE FUNCTION projection.verdict_days(
    verdicts projection.verdict[], from_day date, to_day date, as_of timestamptz
)
RETURNS TABLE (crowd text, kind text, day date, places bigint[], people bigint, part bigint, base bigint)
LANGUAGE sql STABLE
AS $$
WITH dated_count AS MATERIALIZED (
    SELECT dated_count.*
    FROM (
        SELECT array_agg(verdict.crowd) AS crowds
        FROM unnest(verdicts) AS verdict
        WHERE verdict.crowd <> 'prompts'
        HAVING count(*) > 0
    ) AS list
    CROSS JOIN LATERAL projection.dated_counts(from_day, to_day, as_of) AS dated_count
    WHERE dated_count.metric = ANY (list.crowds)
),

place_list AS MATERIALIZED (
    SELECT counted_value.app, counted_value.kind, counted_value.value, array_agg(verdict.place ORDER BY verdict.place) AS places
    FROM (SELECT DISTINCT dated_count.app, dated_count.kind, dated_count.value FROM dated_count) AS counted_value
    INNER JOIN log.app ON app.app = counted_value.app
    CROSS JOIN LATERAL projection.parts_of(counted_value.kind, counted_value.value) AS part
    INNER JOIN unnest(verdicts) AS verdict
        ON verdict.app_id = app.app_id AND verdict.dimension = part.dimension AND verdict.name = part.name
    GROUP BY 1, 2, 3
)

SELECT
    'prompts', 'prompts', asked_count.day, asked_count.places,
    asked_count.people, asked_count.granted, asked_count.settled
FROM (
    SELECT
        min(verdict.first_day) AS first_day,
        array_agg(verdict.app_id) AS app_ids,
        array_agg(verdict.dimension) AS dimensions,
        array_agg(verdict.name) AS names,
        array_agg(verdict.place) AS places
    FROM unnest(verdicts) AS verdict
    WHERE verdict.crowd = 'prompts'
    HAVING count(*) > 0
) AS list
CROSS JOIN LATERAL projection.asked_in_parts(
    list.first_day, to_day, as_of, list.app_ids, list.dimensions, list.names, list.places
) AS asked_count
UNION ALL
SELECT
    dated_count.metric, dated_count.kind, dated_count.day, place_list.places,
    dated_count.people, dated_count.part, dated_count.base
FROM dated_count
INNER JOIN place_list USING (app, kind, value)
$$;
