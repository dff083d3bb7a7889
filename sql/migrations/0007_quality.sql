-- State that the quality projection keeps from its version 3 on. Run once, by the migrator, as the owner. Reads nothing.
-- Computed state: the next `project` fills it.

-- The events that an installation has had, as points of id and time: see projection.point.
CREATE TABLE projection.event_ids (
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    ids int8multirange NOT NULL,
    PRIMARY KEY (installation_id, app)
) WITH (fillfactor = 80);
COMMENT ON TABLE projection.event_ids IS 'One row for each installation: the ids and seconds of its events.';

-- Metrics: Data quality. Every event of an id that one installation gave to events of several times.
CREATE TABLE projection.conflicting_event (
    effective_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    PRIMARY KEY (installation_id, id, app, occurred_at)
);
COMMENT ON TABLE projection.conflicting_event IS 'Events whose id their installation gave to an event of another time too.';

-- Events by the app version that they name, 0 for none: by them a version is missed that no longer sends.
CREATE TABLE projection.version_cell (
    events bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    app_version integer NOT NULL,
    PRIMARY KEY (app, day, app_version)
) WITH (fillfactor = 50);

-- Replaced by projection.opt_in_levels.
DROP FUNCTION IF EXISTS projection.opt_in_cells(date, date, timestamptz, text);
