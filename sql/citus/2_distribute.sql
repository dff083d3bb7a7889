-- Distributes one table, and does nothing if it is distributed already. Run by the owner on the coordinator.
-- name: of parts.tables(), in their order; part_count: how many parts to make, for the first table.
CREATE OR REPLACE FUNCTION parts.distribute(name text, part_count integer) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    table_oid CONSTANT regclass := name::regclass;
    -- The table beside which the others are placed.
    anchor CONSTANT regclass := 'log.permission_event';
    placement CONSTANT text := (
        SELECT kept_table.kind FROM log.kept_tables() AS kept_table WHERE kept_table.name = distribute.name
        UNION ALL
        SELECT CASE WHEN name IN ('parts.part', 'parts.checkpoint', 'parts.filled') THEN 'part' ELSE 'copied' END
        WHERE starts_with(name, 'parts.')
    );
BEGIN
    IF EXISTS (SELECT FROM pg_dist_partition AS distributed_table WHERE distributed_table.logicalrelid = table_oid) THEN
        RETURN;
    END IF;
    PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true);
    PERFORM set_config('citus.shard_count', part_count::text, true);
    -- A table of a type can't get the column part.
    IF (SELECT class.reloftype <> 0 FROM pg_class AS class WHERE class.oid = table_oid) THEN
        EXECUTE format('ALTER TABLE %s NOT OF', table_oid);
    END IF;
    CASE placement
        WHEN 'copied' THEN
            PERFORM create_reference_table(table_oid);
            IF name IN ('parts.app', 'parts.os', 'parts.word') THEN
                PERFORM parts.copy_dictionary(split_part(name, '.', 2));
            END IF;
        WHEN 'installation' THEN
            PERFORM create_distributed_table(
                table_oid, 'installation_id',
                colocate_with => CASE WHEN table_oid = anchor THEN 'none' ELSE anchor::text END);
        WHEN 'part' THEN
            PERFORM create_distributed_table(table_oid, 'part', colocate_with => anchor::text);
        WHEN 'count' THEN
            PERFORM parts.add_part(table_oid);
            PERFORM create_distributed_table(table_oid, 'part', colocate_with => anchor::text);
    END CASE;
    -- The rows were copied to the nodes. Invisible local copies would survive an erasure, so delete them, and the
    -- planner's statistics of them.
    PERFORM truncate_local_data_after_distributing_table(table_oid);
    PERFORM set_config('allow_system_table_mods', 'on', true);
    DELETE FROM pg_statistic
    WHERE pg_statistic.starelid = table_oid
        OR pg_statistic.starelid IN (SELECT inherited.inhrelid FROM pg_inherits AS inherited WHERE inherited.inhparent = table_oid);
    IF name = 'parts.part' THEN PERFORM parts.make_parts(); END IF;
END
$$;

-- Gives a table of counts the column part, first in its key. Counts so far belong to the part with the lowest id: they
-- are undivided (parts.state), and steps are refused until a rebuild divides them. How far they count holds for each part:
-- what a part takes away from them, it adds as a negative count.
CREATE OR REPLACE FUNCTION parts.add_part(counts regclass) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    key record;
    all_parts CONSTANT uuid[] := ARRAY(SELECT part.part FROM parts.part AS part);
BEGIN
    SELECT primary_key.conname AS name, string_agg(quote_ident(field.attname), ', ' ORDER BY place.n) AS columns
    INTO key
    FROM pg_constraint AS primary_key
    CROSS JOIN LATERAL unnest(primary_key.conkey) WITH ORDINALITY AS place (attnum, n)
    INNER JOIN pg_attribute AS field ON field.attrelid = primary_key.conrelid AND field.attnum = place.attnum
    WHERE primary_key.conrelid = counts AND primary_key.contype = 'p'
    GROUP BY primary_key.conname;
    EXECUTE format(
        'ALTER TABLE %s ADD COLUMN part uuid NOT NULL DEFAULT %L', counts, (SELECT min(part.part::text) FROM parts.part));
    EXECUTE format('ALTER TABLE %s ALTER COLUMN part DROP DEFAULT', counts);
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', counts, key.name);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I PRIMARY KEY (part, %s)', counts, key.name, key.columns);
    IF counts = 'projection.quality_counted'::regclass THEN
        INSERT INTO projection.quality_counted (position, only_row, part)
        SELECT counted.position, counted.only_row, unnest(all_parts) FROM projection.quality_counted AS counted
        ON CONFLICT DO NOTHING;
    END IF;
END
$$;

-- Finds an id for each part. Ids are tried, because Citus tells the shard of an id but not an id of a shard; of those
-- with the same shard, the lowest is taken. 32 for each shard leave one of 1,024 without an id in one of 10^10 clusters.
CREATE OR REPLACE FUNCTION parts.make_parts() RETURNS void
LANGUAGE sql
AS $$
INSERT INTO parts.part (part, shard)
SELECT DISTINCT ON (candidate.shard) candidate.part, candidate.shard
FROM (
    SELECT numbered_id.part, get_shard_id_for_distribution_column('parts.part', numbered_id.part) AS shard
    FROM (
        SELECT md5(n::text)::uuid AS part
        FROM generate_series(
            1, 32 * (SELECT count(*) FROM pg_dist_shard WHERE logicalrelid = 'parts.part'::regclass)) AS n
    ) AS numbered_id
) AS candidate
ORDER BY candidate.shard, candidate.part
ON CONFLICT DO NOTHING
$$;

-- Copies the names that are added to a dictionary to all nodes, in the same transaction: a trigger of log.app, log.os and
-- log.word. Argument: the dictionary.
CREATE OR REPLACE FUNCTION parts.copy_names() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    EXECUTE format('INSERT INTO parts.%1$I SELECT ($1::log.%1$I).*', TG_ARGV[0]) USING NEW;
    RETURN NULL;
END
$$;

-- Copies a dictionary to all nodes, now and whenever a name is added.
CREATE OR REPLACE FUNCTION parts.copy_dictionary(name text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format('INSERT INTO parts.%1$I SELECT entry.* FROM log.%1$I AS entry', name);
    EXECUTE format(
        'CREATE TRIGGER names_are_copied AFTER INSERT ON log.%1$I FOR EACH ROW EXECUTE FUNCTION parts.copy_names(%1$L)', name);
END
$$;

-- Renews the copies of the ledger and the settings, and begins the checkpoints of projections that run for the first
-- time. Locks the checkpoint before parts.lock, as a swap does: in the other order each could wait for the other.
CREATE OR REPLACE FUNCTION parts.renew_copies() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    copied_position bigint;
    settings_source record;
    is_renewed boolean;
BEGIN
    LOCK TABLE projection.checkpoint IN ACCESS SHARE MODE;
    LOCK TABLE parts.lock IN SHARE ROW EXCLUSIVE MODE;
    SELECT coalesce(max(copy.position), 0) INTO copied_position FROM parts.batch AS copy;
    IF EXISTS (SELECT FROM log.batch WHERE batch.position > copied_position) THEN
        INSERT INTO parts.batch (batch_id, position, latest_received_at, engagement_months)
        SELECT batch.batch_id, batch.position, batch.latest_received_at, batch.engagement_months
        FROM log.batch WHERE batch.position > copied_position;
    END IF;
    IF EXISTS (SELECT FROM projection.checkpoint WHERE checkpoint.position = 0) THEN
        PERFORM parts.begin_generation('live', array_agg(new_checkpoint.name), array_agg(0::bigint))
        FROM projection.checkpoint AS new_checkpoint
        WHERE new_checkpoint.position = 0;
    END IF;
    -- parts.settings has the columns of projection.settings in their order, and then the generation.
    FOR settings_source IN
        SELECT possible_source.generation, possible_source.settings
        FROM (VALUES ('live', 'projection.settings'), ('next', 'projection_next.settings'))
            AS possible_source (generation, settings)
        WHERE to_regclass(possible_source.settings) IS NOT NULL
    LOOP
        EXECUTE format(
            'SELECT EXISTS (
                SELECT settings.*, %1$L FROM %2$s AS settings EXCEPT SELECT copy.* FROM parts.settings AS copy
            )',
            settings_source.generation, settings_source.settings) INTO is_renewed;
        IF is_renewed THEN
            DELETE FROM parts.settings AS copy WHERE copy.generation = settings_source.generation;
            EXECUTE format(
                'INSERT INTO parts.settings SELECT settings.*, %L FROM %s AS settings', settings_source.generation,
                settings_source.settings);
        END IF;
    END LOOP;
END
$$;
