-- What reports keep of what they published, so that the next one finds what reads differently; metrics: Restatement.
-- Run once, by the migrator, as the owner. Reads nothing.
--
-- In analytics and not in projection: it can't be computed from the log again, so no projector may write it. The role of
-- reports has projection.publish for that.
CREATE TABLE analytics.published_report (
    horizon timestamptz NOT NULL,
    position bigint NOT NULL,
    conversion_window_seconds bigint NOT NULL,
    open_window_seconds bigint NOT NULL,
    influence_window_seconds bigint NOT NULL,
    minimum_cell integer NOT NULL,
    from_day date NOT NULL,
    to_day date NOT NULL,
    time_zone text COLLATE "C" NOT NULL,
    app_id text COLLATE "C",
    opt_in_daily text NOT NULL,
    reach_daily text NOT NULL,
    opens_daily text NOT NULL,
    activity_daily text NOT NULL,
    CONSTRAINT a_state_is_published_once UNIQUE NULLS NOT DISTINCT (
        time_zone, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell, app_id,
        horizon, position
    )
);
COMMENT ON TABLE analytics.published_report IS
    'What the latest reports published: of each zone, windows, minimum cell and app the last two states of the log.';
COMMENT ON COLUMN analytics.published_report.horizon IS 'The report''s "now": what was received up to it is in.';
COMMENT ON COLUMN analytics.published_report.position IS 'The position of the log that the projections held.';
COMMENT ON COLUMN analytics.published_report.conversion_window_seconds IS 'The setting of the report, in seconds.';
COMMENT ON COLUMN analytics.published_report.open_window_seconds IS 'The setting of the report, in seconds.';
COMMENT ON COLUMN analytics.published_report.influence_window_seconds IS 'The setting of the report, in seconds.';
COMMENT ON COLUMN analytics.published_report.minimum_cell IS 'Rows of fewer people were withheld; 0: none.';
COMMENT ON COLUMN analytics.published_report.from_day IS 'The report''s first day.';
COMMENT ON COLUMN analytics.published_report.to_day IS 'The report''s last day, inclusive.';
COMMENT ON COLUMN analytics.published_report.time_zone IS 'The time zone of the days.';
COMMENT ON COLUMN analytics.published_report.app_id IS 'The only app of the report; null: all apps.';
COMMENT ON COLUMN analytics.published_report.opt_in_daily IS 'The file opt_in_daily.csv as it was published.';
COMMENT ON COLUMN analytics.published_report.reach_daily IS 'The file reach_daily.csv as it was published.';
COMMENT ON COLUMN analytics.published_report.opens_daily IS 'The file opens_daily.csv as it was published.';
COMMENT ON COLUMN analytics.published_report.activity_daily IS 'The file activity_daily.csv as it was published.';

-- They come again with a last parameter, late_by, and the views of their names with them.
DROP FUNCTION IF EXISTS analytics.opt_in_daily(date, date, timestamptz, integer) CASCADE;
DROP FUNCTION IF EXISTS analytics.reach_daily(date, date, timestamptz, integer) CASCADE;
DROP FUNCTION IF EXISTS analytics.opens_daily(date, date, timestamptz, integer) CASCADE;
DROP FUNCTION IF EXISTS analytics.activity_daily(date, date, timestamptz, integer) CASCADE;
