-- What erasure and retention keep. Run once, by the migrator, as the owner. Reads nothing.

-- What writers ask for with each batch. gen_random_uuid draws from the operating system's strong source: 244 of the 256 bits
-- of the key are random.
CREATE TABLE log.refusal (
    retained_from timestamptz,
    erased_installations bigint NOT NULL,
    only_row boolean PRIMARY KEY,
    erasure_key bytea NOT NULL,
    CONSTRAINT refusal_is_one_row CHECK (only_row),
    CONSTRAINT key_has_32_bytes CHECK (octet_length(erasure_key) = 32)
);
INSERT INTO log.refusal (erased_installations, only_row, erasure_key)
SELECT 0, true, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
COMMENT ON TABLE log.refusal IS 'What the log refuses that an event by itself does not tell: one row.';
COMMENT ON COLUMN log.refusal.retained_from IS
    'Engagement events with an earlier occurred_at were dropped, or will be; null: none. It never goes back.';
COMMENT ON COLUMN log.refusal.erased_installations IS
    'How many log.erased holds: where it has changed, writers read the hashes again.';
COMMENT ON COLUMN log.refusal.erasure_key IS
    'Of the hashes in log.erased: HMAC-SHA-256 of the 16 bytes of an installation_id.';

-- A rebuild under way would take its mark for another fill's: it begins anew.
DROP SCHEMA IF EXISTS projection_next CASCADE;

-- Columns are ordered by alignment.
CREATE TABLE log.erasure (
    erasure bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    erased_at timestamptz NOT NULL,
    installations bigint NOT NULL,
    permission_events bigint NOT NULL,
    engagement_events bigint NOT NULL,
    quarantined bigint NOT NULL
);
COMMENT ON TABLE log.erasure IS 'That an erasure took place: when and how much, never whose.';
COMMENT ON COLUMN log.erasure.installations IS 'How many installation_ids were named.';
COMMENT ON COLUMN log.erasure.quarantined IS 'How many rejected deliveries named one of them.';

COMMENT ON COLUMN analytics.published_report.opt_in_daily IS
    'The file opt_in_daily.csv as it was published; after an erasure its counts as they would have been, without rates.';
COMMENT ON COLUMN analytics.published_report.reach_daily IS 'The file reach_daily.csv; see opt_in_daily.';
COMMENT ON COLUMN analytics.published_report.opens_daily IS 'The file opens_daily.csv; see opt_in_daily.';
COMMENT ON COLUMN analytics.published_report.activity_daily IS 'The file activity_daily.csv; see opt_in_daily.';

-- In analytics, where analysts see how fresh the numbers are; written through projection.note_run alone.
CREATE TABLE analytics.runs (
    run bigint NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL,
    stage text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    detail text NOT NULL,
    PRIMARY KEY (run, stage),
    CONSTRAINT stage_is_known CHECK (stage IN ('ingest', 'project', 'report', 'retention')),
    CONSTRAINT outcome_is_known CHECK (outcome IN ('done', 'failed', 'skipped'))
);
COMMENT ON TABLE analytics.runs IS 'What became of each stage of each nightly run.';
COMMENT ON COLUMN analytics.runs.run IS 'The number of the run, from 1.';
COMMENT ON COLUMN analytics.runs.started_at IS 'When the stage began.';
COMMENT ON COLUMN analytics.runs.ended_at IS 'When it ended.';
COMMENT ON COLUMN analytics.runs.stage IS 'ingest, project, report or retention, in this order.';
COMMENT ON COLUMN analytics.runs.outcome IS 'done; failed; skipped because a stage before it failed.';
COMMENT ON COLUMN analytics.runs.detail IS 'What the stage did, or why it failed; a sentence.';
