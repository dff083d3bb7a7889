-- From version 5 of the journey projection on, whose fold can't be done is set aside under its own app alone. Run
-- once, by the migrator, as the owner. Reads nothing. Computed state: `project --rebuild` fills it; one under way
-- begins anew.
DROP SCHEMA IF EXISTS projection_next CASCADE;

-- They come again with the app. A database that was made by this program has no functions before its last migration.
DROP FUNCTION IF EXISTS projection.fold_journeys_v1(uuid[], timestamptz, timestamptz);
DROP FUNCTION IF EXISTS projection.fold_live(uuid[], timestamptz, timestamptz);
DROP FUNCTION IF EXISTS projection.fold_into_work_table(uuid[]);
DROP TABLE projection.set_aside_v1;

-- Installations that are in no journey because their fold can't be done.
CREATE TABLE projection.set_aside_v1 (
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY (installation_id, app),
    CONSTRAINT reason_is_known CHECK (reason IN ('too_many_events', 'fold_failed'))
);
