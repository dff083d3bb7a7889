-- Which rows of a table are withheld for the privacy of few people. Metrics: Privacy. All of it stands here.

-- Whether a row is of too few people to be published; a row of nobody is not. base: the people of the row.
CREATE OR REPLACE FUNCTION metric.is_small(base bigint, minimum_cell integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT base BETWEEN 1 AND minimum_cell - 1 $$;

-- The state of is_withheld after one more row: how many rows of the group are withheld so far, negative if this one is
-- not. The single blank row of a group could be worked out from its total, so the smallest row that is large enough is
-- withheld with it.
CREATE OR REPLACE FUNCTION metric.withhold(withheld integer, base bigint, minimum_cell integer) RETURNS integer
-- An aggregate calls functions in SQL five times as slowly.
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

-- Whether a row is withheld, as a window function over the rows of its group: ORDER BY base and the order of the rows.
CREATE OR REPLACE AGGREGATE metric.is_withheld(base bigint, minimum_cell integer) (
    SFUNC = metric.withhold,
    STYPE = integer,
    INITCOND = '0',
    FINALFUNC = metric.is_last_withheld,
    PARALLEL = SAFE
);
