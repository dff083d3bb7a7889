-- Replaces the named state tables of projection, their checkpoints and settings with those of projection_next, and
-- points views at the new tables. Settings now in force are no longer pending; one that was set again to what is in force
-- until now, while the rebuild ran, becomes so. Runs once for each rebuild, in a
-- transaction with a lock timeout: waits for all readers of the old tables, including reports, which hold
-- projection.checkpoint shared. Runs with the owner's rights.
CREATE OR REPLACE FUNCTION projection.swap_generation(tables text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    name text;
    view_oid regclass;
BEGIN
    -- Names become part of statements: any other text would be SQL with the owner's rights.
    IF EXISTS (
        SELECT FROM unnest(tables) AS state_table (name)
        WHERE to_regclass(format('projection.%I', state_table.name)) IS NULL
    ) THEN
        RAISE EXCEPTION 'the schema projection lacks one of the tables %', tables USING ERRCODE = '22023';
    END IF;
    LOCK TABLE projection.checkpoint IN ACCESS EXCLUSIVE MODE;
    IF to_regclass('parts.state') IS NOT NULL THEN PERFORM parts.swap_generation(tables); END IF;
    -- A view over an old table prevents dropping it, so the view gets the new one first. Readers lock a view before its
    -- tables, so this uses the same order. Definitions name tables with the schema, as it is not in the search path.
    FOR view_oid IN
        SELECT DISTINCT rule.ev_class
        FROM pg_depend AS dependence
        INNER JOIN pg_rewrite AS rule ON rule.oid = dependence.objid
        INNER JOIN pg_class AS state_table ON state_table.oid = dependence.refobjid
        WHERE dependence.classid = 'pg_rewrite'::regclass
            AND dependence.refclassid = 'pg_class'::regclass
            AND state_table.relnamespace = 'projection'::regnamespace
            AND state_table.relname = ANY (tables)
        ORDER BY rule.ev_class
    LOOP
        EXECUTE format('CREATE OR REPLACE VIEW %s AS %s', view_oid, regexp_replace(
            pg_get_viewdef(view_oid), format('\mprojection\.(%s)\M', array_to_string(tables, '|')),
            'projection_next.\1', 'g'));
    END LOOP;
    EXECUTE (
        SELECT 'DROP TABLE ' || string_agg(format('projection.%I', state_table.name), ', ')
        FROM unnest(tables) AS state_table (name)
    );
    -- The new tables include their partitions, which the new generation created.
    FOR name IN
        SELECT class.relname
        FROM pg_class AS class
        WHERE class.relnamespace = 'projection_next'::regnamespace
            AND class.relkind IN ('r', 'p')
            AND class.relname NOT IN ('settings', 'checkpoint', 'backfill_chunk')
    LOOP
        EXECUTE format('ALTER TABLE projection_next.%I SET SCHEMA projection', name);
    END LOOP;
    INSERT INTO projection.checkpoint (position, moved_at, version, name, sql_sha256)
    SELECT
        new_checkpoint.position, new_checkpoint.moved_at, new_checkpoint.version, new_checkpoint.name,
        new_checkpoint.sql_sha256
    FROM projection_next.checkpoint AS new_checkpoint
    ON CONFLICT ON CONSTRAINT checkpoint_pkey DO UPDATE SET
        position = excluded.position,
        moved_at = excluded.moved_at,
        version = excluded.version,
        sql_sha256 = excluded.sql_sha256;
    -- One that is being set now is seen by the statements after this, or sees what they did.
    LOCK TABLE projection.pending_setting IN SHARE ROW EXCLUSIVE MODE;
    INSERT INTO projection.pending_setting (name, value)
    SELECT wanted.name, wanted.value
    FROM jsonb_each_text((SELECT to_jsonb(wanted) FROM projection.wanted_settings() AS wanted)) AS wanted (name, value)
    INNER JOIN jsonb_each_text((SELECT to_jsonb(settings) FROM projection_next.settings)) AS new_setting (name, value)
        ON new_setting.name = wanted.name AND new_setting.value <> wanted.value
    WHERE wanted.name <> 'zone_changes'
    ON CONFLICT ON CONSTRAINT pending_setting_pkey DO NOTHING;
    UPDATE projection.settings SET
        -- Projections that were not rebuilt still hold days computed with the zone's old rules.
        zone_changes = CASE
            WHEN EXISTS (
                SELECT
                FROM projection.checkpoint AS live_checkpoint
                WHERE NOT EXISTS (
                    SELECT FROM projection_next.checkpoint AS new_checkpoint
                    WHERE new_checkpoint.name = live_checkpoint.name
                )
            ) THEN settings.zone_changes
            ELSE new_settings.zone_changes
        END,
        time_zone = new_settings.time_zone,
        conversion_window_seconds = new_settings.conversion_window_seconds,
        open_window_seconds = new_settings.open_window_seconds,
        influence_window_seconds = new_settings.influence_window_seconds
    FROM projection_next.settings AS new_settings;
    DELETE FROM projection.pending_setting AS pending
    USING projection.settings
    WHERE to_jsonb(settings) ->> pending.name = pending.value;
    DROP SCHEMA projection_next CASCADE;
    -- Parts have copies of the settings.
    IF to_regclass('parts.state') IS NOT NULL THEN PERFORM parts.renew_copies(); END IF;
END
$$;
