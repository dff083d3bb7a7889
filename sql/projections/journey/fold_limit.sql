-- The most permission events of one installation that are folded; whoever has more is set aside.
CREATE OR REPLACE FUNCTION metric.fold_limit() RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 10000::bigint $$;
