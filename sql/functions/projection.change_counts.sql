-- Returns the prompts of two ranges of days by each value of each dimension. Metrics: Changes.
-- from_day, to_day: the later range. The earlier one is as long and right before it, as known at the horizon minus that
-- many days of 86,400 s.
CREATE OR REPLACE FUNCTION projection.change_counts(as_of timestamptz, from_day date, to_day date)
RETURNS TABLE (
    app_id text,
    dimension text,
    name text,
    prompted bigint,
    granted bigint,
    settled bigint,
    opened_24h bigint,
    eligible_24h bigint,
    granted_24h bigint,
    settled_24h bigint,
    prompted_before bigint,
    granted_before bigint,
    settled_before bigint,
    granted_24h_before bigint,
    settled_24h_before bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    app_id,
    dimension,
    name,
    coalesce(prompts.prompted, 0),
    coalesce(prompts.granted, 0),
    coalesce(metric.settled(prompts.granted + prompts.denied, prompts.undecided), 0),
    coalesce(prompts.opened_24h, 0),
    coalesce(prompts.eligible_24h, 0),
    coalesce(prompts.granted_24h, 0),
    coalesce(prompts.settled_24h, 0),
    coalesce(prompts_before.prompted, 0),
    coalesce(prompts_before.granted, 0),
    coalesce(metric.settled(prompts_before.granted + prompts_before.denied, prompts_before.undecided), 0),
    coalesce(prompts_before.granted_24h, 0),
    coalesce(prompts_before.settled_24h, 0)
FROM projection.past(NULL::projection.asked_by, as_of, from_day, to_day) AS prompts
FULL JOIN projection.past(
    NULL::projection.asked_by,
    as_of - (to_day - from_day + 1) * interval '86400 s',
    from_day - (to_day - from_day + 1),
    from_day - 1
) AS prompts_before USING (app_id, dimension, name)
$$;
