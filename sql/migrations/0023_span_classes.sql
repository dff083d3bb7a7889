-- Latencies by class alone, and the ids of a sample of events in a plain table. Run once, by the migrator, as the owner. Reads
-- nothing. The tables of quality are to be computed anew (`bellwether project --rebuild`).
ALTER TABLE projection.latency_cell DROP COLUMN microseconds;
COMMENT ON COLUMN projection.latency_cell.size_class IS 'See projection.span_class.';
DROP TABLE projection.event_ids, projection.conflicting_event;

-- Metrics: Data quality, conflicting_ids. The events of one id in 64: see projection.is_sampled.
CREATE TABLE projection.sampled_event (
    effective_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    PRIMARY KEY (installation_id, id, app, occurred_at)
);
COMMENT ON TABLE projection.sampled_event IS 'The events of one id in 64, by which ids are found that were given to several.';
