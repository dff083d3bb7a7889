-- Counts people prompted by app, OS (its number) and class of the time to their decision (stats.span_class of microseconds;
-- null without one). Metrics: Opt-in funnel, Percentiles. The same keys can have several rows.
CREATE OR REPLACE FUNCTION projection.decision_counts(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (
    app integer,
    os integer,
    decision_class integer,
    prompted bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint,
    eligible_7d bigint,
    retained_7d bigint,
    opened_7d bigint,
    eligible_30d bigint,
    retained_30d bigint,
    opened_30d bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    opt_in.app,
    opt_in.os,
    stats.span_class(opt_in.microseconds),
    count(*),
    count(*) FILTER (WHERE opt_in.is_granted),
    count(*) FILTER (WHERE opt_in.is_denied),
    count(*) FILTER (WHERE opt_in.is_undecided),
    count(*) FILTER (WHERE opt_in.is_open),
    count(*) FILTER (WHERE opt_in.is_eligible_7d),
    count(*) FILTER (WHERE opt_in.is_retained_7d),
    count(*) FILTER (WHERE opt_in.is_opened_7d),
    count(*) FILTER (WHERE opt_in.is_eligible_30d),
    count(*) FILTER (WHERE opt_in.is_retained_30d),
    count(*) FILTER (WHERE opt_in.is_opened_30d)
FROM (
    -- OFFSET 0: span_class names its argument several times, and each would be computed.
    SELECT *, (opt_in.seconds_to_decision * 1000000)::bigint AS microseconds
    FROM projection.opt_in(from_day, to_day, as_of) AS opt_in
    OFFSET 0
) AS opt_in
GROUP BY 1, 2, 3
$$;
