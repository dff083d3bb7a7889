-- Returns a number in the form in which tables have it: rounded to 6 decimals, half away from zero; null stays null.
CREATE OR REPLACE FUNCTION stats.published(number numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT round(number, 6) $$;
COMMENT ON FUNCTION stats.published(numeric) IS 'The number rounded to 6 decimals, as in every table.';

CREATE OR REPLACE FUNCTION stats.published(number double precision) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT round(number::numeric, 6) $$;
COMMENT ON FUNCTION stats.published(double precision) IS 'The number rounded to 6 decimals, as in every table.';
