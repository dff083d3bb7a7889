-- A day on which an installation opened something; see projection.active_days.
DROP TYPE IF EXISTS projection.active_day;
CREATE TYPE projection.active_day AS (
    app integer,
    installation_id uuid,
    day date,
    os integer,
    measure text
);
