-- Returns the installations that are set aside, for `bellwether status` and `doctor`. While a node of a cluster is away: none,
-- so that both can tell the rest.
CREATE OR REPLACE FUNCTION projection.readable_set_aside()
RETURNS TABLE (app integer, installation_id uuid, reason text)
LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN QUERY SELECT aside.app, aside.installation_id, aside.reason FROM projection.set_aside AS aside;
EXCEPTION
    WHEN connection_exception OR connection_failure OR connection_does_not_exist THEN RETURN;
END
$$;
