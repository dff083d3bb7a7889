-- What each role of run time may do; given anew after every migration, because new objects need it. May be run twice.
-- ingest: add to the log and read it, nothing else, no partition directly. project: read the log, keep the projections.
-- analyst: read the schema analytics. Without the roles (see 0003_roles.sql) nothing is granted.
DO $$
BEGIN
    IF (SELECT count(*) FROM pg_roles
        WHERE rolname IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst')) < 3 THEN
        RETURN;
    END IF;
    REVOKE ALL ON SCHEMA log, projection, analytics FROM PUBLIC;
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA log, projection FROM PUBLIC;

    GRANT USAGE ON SCHEMA log TO bellwether_ingest, bellwether_project;
    GRANT SELECT ON log.app, log.os, log.word, log.permission_event, log.engagement_event, log.source_file,
        log.batch, log.delivery, log.quarantine, log.erased, log.refusal, log.collector_key, log.event_alias
        TO bellwether_ingest;
    GRANT INSERT ON log.app, log.os, log.word, log.permission_event, log.engagement_event, log.source_file,
        log.batch, log.delivery, log.quarantine TO bellwether_ingest;
    GRANT USAGE ON SEQUENCE log.batch_id TO bellwether_ingest;
    GRANT EXECUTE ON FUNCTION log.make_partitions(date[]), log.enter_gate(boolean), log.seal_batch(
            bigint, bigint, bigint, bigint, bigint, bigint, integer, integer, integer, integer, boolean, text, date[],
            bytea, bigint, bigint[], text[], text[], bigint[]
        ) TO bellwether_ingest;
    GRANT EXECUTE ON FUNCTION log.release_quarantined(bigint[]), log.discard_quarantined(bigint[]),
        log.quarantine_matching(bigint[], text, text, text, bigint, bigint, text) TO bellwether_ingest;
    GRANT EXECUTE ON FUNCTION log.note_key_use(bigint[], timestamptz[]), log.applied_schema(),
        log.charge_quarantine(bigint, bigint[], bigint) TO bellwether_ingest;
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO bellwether_ingest, bellwether_project', current_database());

    GRANT SELECT ON log.app, log.os, log.word, log.permission_event, log.engagement_event, log.batch, log.delivery
        TO bellwether_project;
    GRANT SELECT (retained_from) ON log.refusal TO bellwether_project;
    GRANT SELECT ON log.quarantine_use TO bellwether_project;
    GRANT EXECUTE ON FUNCTION log.settled(), log.applied_schema() TO bellwether_project;
    GRANT USAGE ON SCHEMA projection, analytics TO bellwether_project;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA projection TO bellwether_project;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA projection TO bellwether_project;

    GRANT USAGE ON SCHEMA analytics TO bellwether_analyst;
    GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO bellwether_analyst, bellwether_project;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA analytics TO bellwether_analyst, bellwether_project;
END
$$;
