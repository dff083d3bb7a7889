-- The position that the state of a projection has when the fills of its rebuild are done: they read no later batches.
-- Reads checkpoint of the caller's generation. filled: the projection's name.
CREATE OR REPLACE FUNCTION projection.fill_head(filled text) RETURNS bigint
LANGUAGE sql STABLE
AS $$ SELECT checkpoint.fill_head FROM checkpoint WHERE checkpoint.name = filled $$;
