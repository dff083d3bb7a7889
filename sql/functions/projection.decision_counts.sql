-- Counts people prompted by app and OS (its number), in rows without a decision_class. Rows with one have only people: how
-- many decided after a time of that class (stats.span_class of microseconds). Metrics: Opt-in funnel, Percentiles. The
-- same keys can have several rows.
CREATE OR REPLACE FUNCTION projection.decision_counts(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (
    app integer,
    os integer,
    decision_class integer,
    people integer,
    {funnel+later counts: # #type}
)
LANGUAGE sql STABLE
AS $$
WITH person AS MATERIALIZED (
    SELECT
        opt_in.app, opt_in.os, stats.span_class(opt_in.microseconds) AS decision_class, {funnel+later counts: #of AS #}
    FROM (
        -- OFFSET 0: span_class names its argument several times, and each would be computed.
        SELECT *, (opt_in.seconds_to_decision * 1000000)::bigint AS microseconds
        FROM projection.opt_in(from_day, to_day, as_of) AS opt_in
        OFFSET 0
    ) AS opt_in
)

SELECT
    person.app,
    person.os,
    NULL::integer,
    NULL::integer,
    {funnel+later counts: count(*) FILTER (WHERE person.#)}
FROM person
GROUP BY person.app, person.os
UNION ALL
SELECT
    person.app, person.os, person.decision_class, count(*)::integer, {funnel+later counts: NULL}
FROM person
WHERE person.decision_class IS NOT NULL
GROUP BY person.decision_class, person.os, person.app
$$;
