-- The opt-in funnel by app, placement, variant and OS of the prompt; Metrics: Opt-in funnel. For the parameters see opt_in.
-- placement, variant: empty where the prompt named none.
CREATE OR REPLACE FUNCTION projection.opt_in_arms(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    placement text,
    variant text,
    os_name text,
    prompted bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    counted.app,
    coalesce(placement.text, ''),
    coalesce(variant.text, ''),
    os.os_name,
    sum(counted.prompted)::bigint,
    sum(counted.granted)::bigint,
    sum(counted.denied)::bigint,
    sum(counted.undecided)::bigint,
    sum(counted.open_window)::bigint
FROM projection.opt_in_counts(from_day, to_day, known_by) AS counted
INNER JOIN log.os ON os.os = counted.os
LEFT JOIN log.word AS placement ON placement.word = counted.placement
LEFT JOIN log.word AS variant ON variant.word = counted.variant
GROUP BY counted.app, placement.text, variant.text, os.os_name
$$;
COMMENT ON FUNCTION projection.opt_in_arms(date, date, timestamptz) IS
    'The opt-in funnel by app, placement, variant and OS.';
