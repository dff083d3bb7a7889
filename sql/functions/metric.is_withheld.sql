-- The only definition of which rows lose their numbers because few people are in them. Metrics: Privacy.

-- Returns whether a row has too few people (1 to minimum_cell − 1) to be published. base: the people of the row.
CREATE OR REPLACE FUNCTION metric.is_small(base bigint, minimum_cell integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT base BETWEEN 1 AND minimum_cell - 1 $$;

-- Adds a row to the state of metric.is_withheld: the number of withheld rows in the group so far, negative if this row
-- is not withheld. A single withheld row could be computed from the group's total, so the smallest row that is large
-- enough is withheld too.
CREATE OR REPLACE FUNCTION metric.withhold(withheld integer, base bigint, minimum_cell integer) RETURNS integer
-- plpgsql, because an aggregate calls an SQL function five times as slowly.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
    RETURN CASE
        WHEN metric.is_small(base, minimum_cell) THEN abs(withheld) + 1
        WHEN base > 0 AND abs(withheld) = 1 THEN 2
        ELSE - abs(withheld)
    END;
END
$$;

CREATE OR REPLACE FUNCTION metric.is_last_withheld(withheld integer) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$ BEGIN RETURN withheld > 0; END $$;

-- Returns whether a row is withheld. Use as a window function over a group of rows, ORDER BY base, then table order.
CREATE OR REPLACE AGGREGATE metric.is_withheld(base bigint, minimum_cell integer) (
    SFUNC = metric.withhold,
    STYPE = integer,
    INITCOND = '0',
    FINALFUNC = metric.is_last_withheld,
    PARALLEL = SAFE
);
