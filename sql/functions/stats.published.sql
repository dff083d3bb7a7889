-- Returns a number in the form in which tables have it: rounded to 6 decimals, half away from zero; null stays null. A
-- report asks for 15 by the setting bellwether.decimals, because pages must round once, and rounds its files itself.
CREATE OR REPLACE FUNCTION stats.published(number numeric) RETURNS numeric
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT round(number, coalesce(nullif(current_setting('bellwether.decimals', true), '')::integer, 6)) $$;
COMMENT ON FUNCTION stats.published(numeric) IS 'The number rounded to 6 decimals, as in every table.';

CREATE OR REPLACE FUNCTION stats.published(number double precision) RETURNS numeric
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT stats.published(number::numeric) $$;
COMMENT ON FUNCTION stats.published(double precision) IS 'The number rounded to 6 decimals, as in every table.';
