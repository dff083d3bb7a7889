-- The only definition of what a comparison of two ranges of days says. Metrics: Verdicts. part / base and part_before /
-- base_before are the rates of both ranges; of a count (is_count), part and part_before are the numbers, and bases are
-- null.

-- Returns the smallest clear difference that is told: a point, or a twentieth of a rate if that is less; a quarter of a
-- count.
CREATE OR REPLACE FUNCTION metric.news(rate double precision, is_count boolean) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN is_count THEN 0.25 ELSE least(0.01, rate / 20) END $$;

-- Returns whether a p value is so small that quiet days hardly ever bring it. Pages are read every day
-- (docs/decisions/0015-read-every-night.md), so it is smaller than for one look.
CREATE OR REPLACE FUNCTION metric.is_sure(p double precision) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT p < 0.001 $$;

-- Returns the smallest difference that is told four times in five, of the smallest that a test at the 5% level finds as
-- often.
CREATE OR REPLACE FUNCTION metric.told_four_in_five(
    detectable double precision, rate double precision, is_count boolean
) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
-- 3.290527: the standard normal's 99.95th percentile (metric.is_sure, two-sided); 0.841621: its 80th.
SELECT CASE
    WHEN detectable IS NOT NULL
        THEN greatest((3.290527 + 0.841621) / 2.801585 * detectable, metric.news(rate, is_count))
END
$$;

-- Returns one row: the difference with its 95% interval, p, the smallest difference that a test at the 5% level finds four
-- times in five, and how clear it is: the size of the difference in multiples of that. Of rates: fractions, after −
-- before; of counts: the growth as a fraction of the number before.
CREATE OR REPLACE FUNCTION metric.compared(
    part double precision, base double precision, part_before double precision, base_before double precision,
    is_count boolean
)
RETURNS TABLE (
    difference double precision,
    low double precision,
    high double precision,
    p double precision,
    detectable double precision,
    clearness double precision
)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT
    newcombe.difference,
    newcombe.low,
    newcombe.high,
    stats.two_proportion_p(part, base, part_before, base_before),
    detectable,
    abs(newcombe.difference) / detectable
FROM stats.newcombe_difference(part, base, part_before, base_before) AS newcombe
CROSS JOIN stats.detectable_difference(part, base, part_before, base_before) AS detectable
WHERE NOT is_count
UNION ALL
SELECT
    growth.growth,
    growth.low,
    growth.high,
    growth.p,
    growth.detectable,
    abs(growth.growth) / growth.detectable
FROM stats.count_growth(part, part_before) AS growth
WHERE is_count
$$;

-- Returns fell, rose, held, too_few or nothing_before. is_whole: of a whole app, or of sends, of
-- which the same people get many. Numbers before are null if the app's
-- events do not reach back so far. is_clear: whether a test says so. news: the smallest difference that counts. A count
-- is its own base, and is compared if either is large enough, because it can fall to 0.
CREATE OR REPLACE FUNCTION metric.verdict_kind(
    is_whole boolean, is_count boolean, part double precision, base double precision, part_before double precision,
    base_before double precision, difference double precision, is_clear boolean, news double precision
)
RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN coalesce(size.now, 0) < fewest.people THEN 'too_few'
    WHEN CASE WHEN is_count THEN coalesce(part_before, 0) ELSE coalesce(base_before, 0) END = 0 THEN 'nothing_before'
    WHEN size.before < fewest.people THEN 'too_few'
    WHEN is_clear AND abs(difference) >= news THEN CASE WHEN difference < 0 THEN 'fell' ELSE 'rose' END
    ELSE 'held'
END
FROM (SELECT CASE WHEN is_whole THEN 300 ELSE 100 END AS people) AS fewest
CROSS JOIN (
    SELECT
        CASE WHEN is_count THEN greatest(part, part_before) ELSE base END AS now,
        CASE WHEN is_count THEN greatest(part, part_before) ELSE base_before END AS before
) AS size
$$;
