-- The opt-in funnel of a group of people as it is published. Metrics: Opt-in funnel.

-- The base of the grant rate: people who still have time to decide are not in it.
CREATE OR REPLACE FUNCTION metric.settled(decided bigint, undecided bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT decided + undecided $$;

-- The counts with decided and the grant rate; one row.
CREATE OR REPLACE FUNCTION metric.published_funnel(
    prompted bigint, granted bigint, denied bigint, undecided bigint, open_window bigint
)
RETURNS SETOF projection.funnel
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT prompted, granted + denied, granted, denied, undecided, open_window, rate.*
FROM stats.published_rate(granted, metric.settled(granted + denied, undecided)) AS rate
$$;
