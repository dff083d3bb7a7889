-- The only definition of which values of a dimension a report adds up to one row. Metrics: Rest. A report sets
-- bellwether.values_shown, the number of values that it shows of each app and dimension; without the setting, as in a query
-- of an analyst, all are shown.

-- Returns how many values are shown; null: all.
CREATE OR REPLACE FUNCTION metric.values_shown() RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('bellwether.values_shown', true), '')::bigint $$;

-- Returns whether a value belongs to the rest. rank: from 1, ordered by three things: a value named like the rest comes
-- last; most people (or sends) in the table first; then the name, COLLATE "C". Each table says so in its ORDER BY,
-- because sorting by the result of a function takes three times as long.
CREATE OR REPLACE FUNCTION metric.is_rest(rank bigint) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce(rank > metric.values_shown(), false) $$;

-- Returns the name of the rest. A value with the same name comes last, so that it is in the rest if there is one.
CREATE OR REPLACE FUNCTION metric.rest() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT '(other)' $$;
