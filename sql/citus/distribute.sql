-- Puts the log and the state of installations on the nodes of a Citus cluster; what else differs there. Run on the coordinator by
-- the owner, in one transaction, while nothing else writes: `psql -1 -v ON_ERROR_STOP=1 -f sql/citus/distribute.sql`. Again after
-- each upgrade and each rebuild, which make log.settled and tables of state anew. May be run twice. Needs the extension citus, and
-- the coordinator among its own nodes (citus_set_coordinator_host). docs/scaling.md
--
-- Distributed by installation_id, side by side: the tables whose rows are of single installations (log.kept_tables).
-- Reference tables: the dictionaries, which folds join where the rows are.
-- Local: all others. The coordinator reads the ledger and settings first, and cells are sums that it writes.

-- One connection to a node, so that all of it can be one transaction.
SET citus.multi_shard_modify_mode TO 'sequential';

DO $$
DECLARE
    name text;
    dictionary regclass;
    next_number bigint;
BEGIN
    FOREACH name IN ARRAY ARRAY['app', 'os', 'word'] LOOP
        dictionary := format('log.%I', name)::regclass;
        CONTINUE WHEN EXISTS (SELECT FROM pg_dist_partition AS known WHERE known.logicalrelid = dictionary);
        -- A sequence in place of the identity: INSERT … SELECT, which adds words, fails on identities of reference tables in
        -- some versions (citusdata/citus#7887).
        EXECUTE format('SELECT coalesce(max(%I), 0) + 1 FROM %s', name, dictionary) INTO next_number;
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I DROP IDENTITY', dictionary, name);
        EXECUTE format(
            'CREATE SEQUENCE log.%I AS integer START WITH %s OWNED BY %s.%I',
            name || '_number', next_number, dictionary, name);
        EXECUTE format(
            'ALTER TABLE %s ALTER COLUMN %I SET DEFAULT nextval(%L)', dictionary, name, 'log.' || name || '_number');
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'bellwether_ingest') THEN
            EXECUTE format('GRANT USAGE ON SEQUENCE log.%I TO bellwether_ingest', name || '_number');
        END IF;
        PERFORM create_reference_table(dictionary);
        PERFORM truncate_local_data_after_distributing_table(dictionary);
    END LOOP;
END
$$;

DO $$
DECLARE
    log_of_permission CONSTANT regclass := 'log.permission_event';
    held regclass;
BEGIN
    FOR held IN
        SELECT kept.name::regclass
        FROM log.kept_tables() AS kept
        WHERE kept.kind = 'installation'
            AND NOT EXISTS (SELECT FROM pg_dist_partition AS known WHERE known.logicalrelid = kept.name::regclass)
        -- The one beside which the others are put comes first.
        ORDER BY kept.name::regclass <> log_of_permission, kept.name
    LOOP
        PERFORM create_distributed_table(
            held, 'installation_id',
            colocate_with => CASE WHEN held = log_of_permission THEN 'none' ELSE 'log.permission_event' END);
        -- The rows are copied to the nodes; what stays behind unseen would outlive an erasure.
        PERFORM truncate_local_data_after_distributing_table(held);
    END LOOP;
END
$$;

-- Whether everything up to the head of the ledger can be read: false while a node holds a transaction that is prepared and not
-- yet committed there, and where a node can't be asked. Asked under SEAL, when no batch is in the middle of its commit. Runs with
-- the owner's rights, since the role project may ask no node.
CREATE OR REPLACE FUNCTION log.settled() RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT coalesce(bool_and(worker.success AND worker.result = '0'), true)
FROM run_command_on_workers(
    $asked$SELECT count(*) FROM pg_prepared_xacts WHERE gid LIKE 'citus\_%' AND database = current_database()$asked$
) AS worker
$$;
