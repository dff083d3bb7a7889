-- The maximum number of permission events of an installation with a journey; installations with more are set aside.
CREATE OR REPLACE FUNCTION metric.fold_limit() RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 10000::bigint $$;
