-- Returns the position of the log up to which a rebuild's backfills (bulk statements) read; its steps continue from there.
-- Reads checkpoint of the caller's generation (live or being rebuilt). filled: the projection's name.
CREATE OR REPLACE FUNCTION projection.backfill_head(filled text) RETURNS bigint
LANGUAGE sql STABLE
AS $$ SELECT checkpoint.backfill_head FROM checkpoint WHERE checkpoint.name = filled $$;
