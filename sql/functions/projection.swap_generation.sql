-- Puts the named state tables of the schema projection_next in the place of those of the schema projection, which are
-- dropped, together with their checkpoints and settings. Once for each rebuild, in a transaction with a lock time-out:
-- waits for every reader of the old tables. A report holds projection.checkpoint shared, so that its snapshot and its
-- tables are of one generation. Runs with the owner's rights.
-- tables: names within the schema. Pending settings that are in force with the new generation are pending no more.
CREATE OR REPLACE FUNCTION projection.swap_generation(tables text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    name text;
BEGIN
    LOCK TABLE projection.checkpoint IN ACCESS EXCLUSIVE MODE;
    FOREACH name IN ARRAY tables LOOP
        EXECUTE format('DROP TABLE projection.%I', name);
    END LOOP;
    -- With their partitions, which the next generation made for itself.
    FOR name IN
        SELECT class.relname
        FROM pg_class AS class
        WHERE class.relnamespace = 'projection_next'::regnamespace
            AND class.relkind IN ('r', 'p')
            AND class.relname NOT IN ('settings', 'checkpoint', 'fill_chunk')
    LOOP
        EXECUTE format('ALTER TABLE projection_next.%I SET SCHEMA projection', name);
    END LOOP;
    INSERT INTO projection.checkpoint (position, moved_at, version, name, sql_sha256)
    SELECT next.position, next.moved_at, next.version, next.name, next.sql_sha256
    FROM projection_next.checkpoint AS next
    ON CONFLICT ON CONSTRAINT checkpoint_pkey DO UPDATE SET
        position = excluded.position,
        moved_at = excluded.moved_at,
        version = excluded.version,
        sql_sha256 = excluded.sql_sha256;
    UPDATE projection.settings SET
        time_zone = next.time_zone,
        conversion_window_seconds = next.conversion_window_seconds,
        open_window_seconds = next.open_window_seconds,
        influence_window_seconds = next.influence_window_seconds
    FROM projection_next.settings AS next;
    DELETE FROM projection.pending_setting AS pending
    USING projection.settings
    WHERE to_jsonb(settings) ->> pending.name = pending.value;
    DROP SCHEMA projection_next CASCADE;
END
$$;
COMMENT ON FUNCTION projection.swap_generation(text[]) IS 'Puts what a rebuild filled in the place of the old tables.';
