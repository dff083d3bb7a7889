-- How far the rebuild that is under way, or was killed, has come: a row for each projection of it, none without one.
-- Reads the checkpoints of projection_next, which may be swapped in or dropped at any moment.
CREATE OR REPLACE FUNCTION projection.rebuild_state()
RETURNS TABLE (name text, "position" bigint, fill integer, filled_to text)
LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN QUERY
        SELECT next.name, next.position, next.fill, next.filled_to
        FROM projection_next.checkpoint AS next;
EXCEPTION
    WHEN undefined_table THEN
        RETURN;
END
$$;
COMMENT ON FUNCTION projection.rebuild_state() IS 'Checkpoints of the generation that a rebuild fills; no row without one.';
