-- State that the opens projection keeps from its version 3 on. Run once, by the migrator, as the owner. Reads nothing. Computed
-- state: `project --rebuild` fills it.

-- Sends and direct opens by the day and hour of the send, in the time zone of the settings.
CREATE TABLE projection.hour_cell (
    sent bigint NOT NULL,
    direct_opens bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    hour smallint NOT NULL,
    PRIMARY KEY (app, day, hour)
) WITH (fillfactor = 50);
COMMENT ON TABLE projection.hour_cell IS 'Sends and how many of them were opened directly, by day and hour of the send.';
