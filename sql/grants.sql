-- The privileges of each role of run time. Run after every migration, because new objects need them; may be run twice.
-- ingest: reads the log and adds to it, but not directly to a partition. project: reads the log, writes the
-- projections. analyst: reads analytics. Without the roles (see migrations/0004_roles.sql) nothing is granted.
DO $$
DECLARE
    owner name;
    closed regprocedure;
BEGIN
    IF (SELECT count(*) FROM pg_roles
        WHERE rolname IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst')) < 3 THEN
        RETURN;
    END IF;
    REVOKE ALL ON SCHEMA log, projection, metric, stats, analytics FROM PUBLIC;
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA log, projection, metric FROM PUBLIC;
    -- Views of analytics call them with the reader's rights. Users without USAGE on the schema can't call them directly.
    GRANT EXECUTE ON FUNCTION metric.is_reachable, metric.is_answered, metric.is_attributed, metric.near,
        metric.level, metric.settings_object, metric.status_spans, projection.period, projection.periods,
        projection.periods_of_long_span TO PUBLIC;

    GRANT USAGE ON SCHEMA log TO bellwether_ingest, bellwether_project;
    GRANT SELECT ON log.app, log.os, log.word, log.permission_event, log.engagement_event, log.source_file,
        log.batch, log.delivery, log.quarantine, log.erased, log.intake_rules, log.collector_key, log.event_alias
        TO bellwether_ingest;
    GRANT INSERT ON log.app, log.os, log.word, log.permission_event, log.engagement_event, log.quarantine TO bellwether_ingest;
    GRANT USAGE ON SEQUENCE log.batch_id TO bellwether_ingest;
    -- UPDATE allows locking a table; these are empty.
    GRANT UPDATE ON log.writer_lock, log.position_lock TO bellwether_ingest;
    GRANT UPDATE ON log.position_lock TO bellwether_project;
    GRANT EXECUTE ON FUNCTION log.make_partitions, log.hold_intake_rules, log.add_names, log.system_parts, log.claim_file,
        log.seal_batch, log.end_quarantine, log.quarantine_matching, log.note_key_use, log.applied_schema,
        log.charge_quarantine TO bellwether_ingest;
    SELECT pg_get_userbyid(schema.nspowner) INTO owner FROM pg_namespace AS schema WHERE schema.nspname = 'log';
    EXECUTE format(
        'GRANT TEMPORARY ON DATABASE %I TO bellwether_project, %I', current_database(), owner);
    -- Takes effect only if the database's owner runs it; for others the server only gives a warning.
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    -- Only a superuser may change these: they belong to the server.
    FOR closed IN
        SELECT routine.oid::regprocedure
        FROM bellwether.closed_functions() AS listed (oid)
        INNER JOIN pg_proc AS routine ON routine.oid = listed.oid
        WHERE pg_has_role(routine.proowner, 'USAGE')
    LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO bellwether_ingest, bellwether_project, %I', closed, owner);
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', closed);
    END LOOP;

    GRANT SELECT ON log.app, log.os, log.word, log.permission_event, log.engagement_event, log.batch, log.delivery
        TO bellwether_project;
    GRANT SELECT (retained_from) ON log.intake_rules TO bellwether_project;
    GRANT SELECT ON log.quarantine_use TO bellwether_project;
    GRANT EXECUTE ON FUNCTION log.is_readable, log.estimate, log.odd_nodes, log.applied_schema TO bellwether_project;
    GRANT USAGE ON SCHEMA projection, metric, stats, analytics TO bellwether_project;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA projection TO bellwether_project;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA projection, metric, stats TO bellwether_project;

    GRANT USAGE ON SCHEMA analytics, stats TO bellwether_analyst;
    GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO bellwether_analyst, bellwether_project;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA analytics, stats TO bellwether_analyst, bellwether_project;
    GRANT INSERT, DELETE ON analytics.team_mark, analytics.target, analytics.app_name, analytics.weekly_digest
        TO bellwether_project;
END
$$;
