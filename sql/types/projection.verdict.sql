-- A verdict and what it was judged by; see projection.judged_verdicts. Metrics: Verdicts.
DROP TYPE IF EXISTS projection.verdict;
CREATE TYPE projection.verdict AS (
    place bigint, -- in the order of the table, from 1
    app_id text COLLATE "C",
    metric text COLLATE "C",
    crowd text COLLATE "C", -- in one crowd, verdicts on the same dimension and name are of the same people
    dimension text COLLATE "C",
    name text COLLATE "C",
    kind text COLLATE "C", -- null if withheld
    is_count boolean,
    part bigint, -- part / base: the rate; a count has no base
    base bigint,
    part_before bigint,
    base_before bigint,
    difference double precision,
    low double precision,
    high double precision,
    p double precision,
    p_adjusted double precision,
    detectable double precision,
    gravity double precision, -- clearness of the ranges
    mix double precision,
    from_day_before date,
    from_day date,
    told date,
    -- What its causes are sought by: the first day, the first day of the change, and the clearness between these.
    first_day date,
    change_day date,
    clearness double precision
);
