-- Returns the installations that are set aside, for `bellwether status` and `doctor`. While a node of a cluster is away:
-- none, so that both can tell the rest.
CREATE OR REPLACE FUNCTION projection.installations_set_aside_or_none()
RETURNS TABLE (app integer, installation_id uuid, reason text)
LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN QUERY
        SELECT installation.app, installation.installation_id, installation.reason
        FROM projection.installation_set_aside AS installation;
EXCEPTION
    WHEN connection_exception OR connection_failure OR connection_does_not_exist THEN RETURN;
END
$$;
