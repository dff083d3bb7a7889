-- Returns the prompts of two ranges of days by each value of each dimension. Metrics: Changes.
-- from_day, to_day: the later range. The earlier one is as long and right before it, as known at the horizon minus that
-- many days of 86,400 s.
CREATE OR REPLACE FUNCTION projection.change_counts(as_of timestamptz, from_day date, to_day date)
RETURNS TABLE (
    app_id text,
    dimension text,
    name text,
    {prompted+granted+settled+asked_24h: # bigint},
    {prompted+granted+settled+granted_24h+settled_24h: #_before bigint}
)
LANGUAGE sql STABLE
AS $$
SELECT
    app_id,
    dimension,
    name,
    {prompted+granted: coalesce(prompts.#, 0)},
    coalesce(metric.settled(prompts.granted + prompts.denied, prompts.undecided), 0),
    {asked_24h: coalesce(prompts.#, 0)},
    {prompted+granted: coalesce(prompts_before.#, 0)},
    coalesce(metric.settled(prompts_before.granted + prompts_before.denied, prompts_before.undecided), 0),
    {granted_24h+settled_24h: coalesce(prompts_before.#, 0)}
FROM projection.past(NULL::projection.asked_by, as_of, from_day, to_day) AS prompts
FULL JOIN projection.past(
    NULL::projection.asked_by,
    as_of - (to_day - from_day + 1) * interval '86400 s',
    from_day - (to_day - from_day + 1),
    from_day - 1
) AS prompts_before USING (app_id, dimension, name)
$$;
