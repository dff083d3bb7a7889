-- Makes the enum log.event_type (and its schema), or adds the labels that it lacks, each at its place: their order is
-- that of the event format, and decides ties in time. Run before the migrations; may be run again at any time. A
-- transaction can't use labels that it added, so an older database needs this in one before that of the migrations.
DO $do$
DECLARE
    labels CONSTANT text[] := ARRAY[{event_types: '#'}];
BEGIN
    IF to_regtype('log.event_type') IS NULL THEN
        CREATE SCHEMA log;
        CREATE TYPE log.event_type AS ENUM ({event_types: '#'});
    END IF;
    -- From the last to the first, because each is put before the next.
    FOR place IN REVERSE cardinality(labels)..1 LOOP
        EXECUTE format('ALTER TYPE log.event_type ADD VALUE IF NOT EXISTS %L', labels[place])
            || coalesce(' BEFORE ' || quote_literal(labels[place + 1]), '');
    END LOOP;
END
$do$
