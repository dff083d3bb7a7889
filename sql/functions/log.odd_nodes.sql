-- Returns what is wrong with the nodes of a cluster, for `bellwether doctor`: severity and sentence. On one server
-- nothing; a cluster has another definition.
CREATE OR REPLACE FUNCTION log.odd_nodes() RETURNS TABLE (severity text, sentence text)
LANGUAGE sql STABLE
AS $$ SELECT NULL, NULL WHERE false $$;
