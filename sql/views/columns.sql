-- Descriptions of the views and tables of analytics and of their columns: those of the catalogue, and the others. An
-- entry with view '' applies to all of them; one that names a view applies to that view and takes precedence. | separates
-- names. Run after all views are created; may be run twice. docs/dictionary.md is generated from it; a test finds
-- columns without a description.
COMMENT ON SCHEMA analytics IS
    'What analysts read, in the schema analytics: the tables of the reports as views and functions, and the events, rejects and '
    'histories of installations behind them. Daily views contain all days. Views of a range contain the 90 days up to the day '
    'before the horizon''s day; the function of the same name returns any range. Parameters: from_day and to_day are the first '
    'and last day, inclusive; as_of is the horizon, the report''s "now": events received later are ignored (null: the latest); '
    'rows with fewer people than minimum_cell are withheld: they keep their keys, and their numbers are null (0: off). Days are '
    'those of the time zone in the settings. Rates are fractions with 6 decimals, null if their base is 0; _low and _high bound '
    'their 95% Wilson interval.';

DO $do$
DECLARE
    description record;
BEGIN
    FOR description IN
        SELECT format('COMMENT ON COLUMN analytics.%I.%I IS %L', view.relname, attribute.attname, meaning.sentence) AS statement
        FROM pg_class AS view
        INNER JOIN pg_attribute AS attribute ON attribute.attrelid = view.oid AND attribute.attnum > 0
        CROSS JOIN LATERAL (SELECT CASE WHEN attribute.attname ~ '_low$' THEN 'Lower' ELSE 'Upper' END) AS bound (side)
        CROSS JOIN LATERAL (
            SELECT word.sentence
            FROM (
                VALUES
                    {all: ('#tables', '#', '#meaning')},
                    -- Keys
                    ('', 'installation_id', 'The installation of the app. A reinstall is a new installation.'),
                    -- Journeys
                    ('installations', 'os_name', 'OS name of the last permission event that has one; null if none has.'),
                    ('installations', 'status', 'Authorization status after the last permission event; unknown if no event has reported it.'),
                    ('', 'is_reachable', 'Whether the status is authorized, provisional or ephemeral.'),
                    ('installations', 'level', 'How prominently notifications reach it: prominent, scheduled, quiet, badge or unknown; null if it is not reachable.'),
                    ('notifications', 'level', 'Level of the installation at the time of the send: prominent, scheduled, quiet, badge or unknown; null if it was not reachable.'),
                    ('', 'first_seen_on', 'Day of the first permission event, or of the first open of the app or a notification if that is earlier.'),
                    ('', 'last_seen_on', 'Day of the last permission event, or of the last open of the app or a notification if that is later.'),
                    ('', 'turned_off_at', 'When the installation''s status last went from authorized, provisional or ephemeral to denied; null if never. It may be reachable again.'),
                    ('', 'sends_28d', 'Notifications sent to the installation in the 28 days up to the horizon.'),
                    ('', 'last_event_at', 'Latest effective time of a permission event.'),
                    ('', 'permission_events', 'Number of permission events; repeated assignments to the same arm are left out.'),
                    ('', 'prompt_at', 'When the first prompt was shown; null if none was.'),
                    ('', 'prompt_os_name', 'OS name of the first prompt; null if none was shown.'),
                    ('', 'prompt_app_version', 'App version in the first prompt; null if it has none.'),
                    ('', 'prompt_locale', 'Locale in the first prompt; null if it has none.'),
                    ('', 'prompt_placement', 'Where in the app the first prompt was shown; null if the prompt does not say.'),
                    ('', 'prompt_variant', 'Experiment arm in the first prompt; null if it has none.'),
                    ('', 'prompt_device_model', 'Device model in the first prompt; null if it has none.'),
                    ('', 'prompt_local_hour', 'Hour on the person''s own clock when the first prompt was shown, 0 to 23; null if none was.'),
                    ('', 'prompt_on', 'Day of prompt_at in the time zone of the settings; null if none was shown.'),
                    ('', 'answer', 'granted, denied, undecided (no answer within the conversion window, which is over) or open (can still answer); null without a prompt.'),
                    ('', 'decision', 'granted or denied: the first answer within the conversion window (7 days by default); null if there is none.'),
                    ('', 'decision_at', 'Time of the decision; null if there is none.'),
                    ('', 'seconds_to_decision', 'decision_at − prompt_at in seconds, at least 0; null if there is no decision.'),
                    ('', 'late_answer_at', 'Time of the first answer to the prompt if it came after the conversion window; otherwise null.'),
                    ('', 'first_open_at', 'Time of the first opened notification, local ones included (the view openings says which are local), within 30 days after a grant; null if there is none.'),
                    ('', 'trial_at', 'Start of the provisional trial; null if there is none.'),
                    ('', 'trial_os_name', 'OS name at the start of the trial; null if there is no trial.'),
                    ('', 'trial_outcome', 'Outcome of the trial, named like a column of provisional_by_os; null if there is no trial.'),
                    ('', 'trial_outcome_at', 'Time of the outcome; null if it is pending or there is no trial.'),
                    ('', 'asked_at', 'When the installation was first asked, while denied, to turn notifications on in Settings; null if never.'),
                    ('', 'asked_os_name', 'OS name at asked_at; null if never asked.'),
                    ('', 'settings_opened_at', 'When Settings were opened within 24 hours after asked_at; null if they were not.'),
                    ('', 'has_returned', 'Whether the status was authorized within 24 hours after settings_opened_at; null if never asked.'),
                    ('', 'status_from', 'Start of the span, inclusive.'),
                    ('', 'status_to', 'End of the span, exclusive; null if it has not ended.'),
                    ('status_history', 'status', 'Authorization status during the span; unknown until an event reports one.'),
                    ('', 'status_before', 'Authorization status during the span before; null in the first span.'),
                    ('status_history', 'os_name', 'OS name during the span; null until an event has named one.'),
                    -- Sends and opens
                    ('notifications', 'os_name', 'OS name of the send, or else of the installation''s latest permission event up to it; null if none is known.'),
                    ('notifications', 'campaign', 'Campaign of the send; null if it has none.'),
                    ('notifications', 'notification_id', 'The notification, as the sender named it. One id may go to many installations.'),
                    ('notifications', 'sent_at', 'When it was first sent to the installation.'),
                    ('', 'sent_on', 'Day of sent_at in the time zone of the settings.'),
                    ('notifications', 'received_at', 'When app code first ran for it within the open window; null if none did, which is often so for unopened ones.'),
                    ('notifications', 'opened_at', 'When it was opened directly within the open window (28 days by default); null if it was not. Clocks may differ by up to 60 s, so it may be earlier than sent_at.'),
                    ('notifications', 'opened_local_weekday', 'Weekday of opened_at on the receiver''s own clock, 1 for Monday to 7: by the UTC offset of the latest permission event up to the send; if there is none, in the time zone of the settings. Null if it was not opened.'),
                    ('notifications', 'opened_local_hour', 'Hour of opened_at on the same clock, 0 to 23; null if it was not opened.'),
                    ('openings', 'opened_at', 'Effective time of the open.'),
                    ('', 'opened_on', 'Day of opened_at in the time zone of the settings.'),
                    ('', 'is_influenced', 'Whether it was not opened directly, but was the latest send before an app open within the influence window (12 hours by default).'),
                    ('notifications', 'status', 'Authorization status of the installation at sent_at; unknown if no event had reported one.'),
                    ('', 'sends_before', 'Number of notifications sent to the installation before this one.'),
                    ('', 'is_notification', 'Whether a notification was opened; otherwise the app was.'),
                    ('', 'is_local', 'Whether the notification was a local one, which counts as active but not as an opener.'),
                    ('openings', 'os_name', 'OS name when it was opened.'),
                    -- Events
                    ('', 'id', 'The event''s id. Together with app, installation and occurred_at it identifies the event.'),
                    ('', 'type', 'Event type; sorts in this order: {event_types: #}.'),
                    ('', 'occurred_at', 'When it happened, by the device''s clock.'),
                    ('', 'effective_at', 'occurred_at, corrected if the device''s clock was wrong. All counts go by this time.'),
                    ('', 'received_at', 'When the collector received it; without a collector, when it was ingested.'),
                    ('', 'sent_at', 'When the client sent this event to the collector, by the device''s clock; null if absent.'),
                    ('', 'occurred_offset', 'UTC offset of the device''s clock, in minutes east.'),
                    ('', 'sequence', 'The number that the client gave to the event, counting within the installation; null if absent.'),
                    ('', 'os_patch', 'Third part of the OS version, 0 if absent; null if the event has no OS.'),
                    ('events', 'os_name', 'OS name; null for a notification_sent, push_unregistered or experiment_assigned without one; the view installations has that of the installation.'),
                    ('events', 'app_version', 'App version; null if absent.'),
                    ('', 'device_model', 'Device model; null if absent.'),
                    ('', 'locale', 'Locale of the device; null if absent.'),
                    ('events', 'status', 'The status in a status_observed; null for other types.'),
                    ('', 'delivery', 'How a provisional_kept keeps notifications: prominent or quiet; null if absent, and for other types.'),
                    ('', 'settings', 'What the user left on, in a status_observed, prompt_granted or provisional_kept: an object with the members of the event format; null if absent, and for other types.'),
                    ('events', 'placement', 'Where in the app the user was asked; null if absent, and for other types.'),
                    ('events', 'variant', 'Experiment arm; null if absent, and for other types.'),
                    ('events', 'experiment', 'The experiment of an experiment_assigned; null for other types.'),
                    ('events', 'answer', 'The answer of a primer_answered: accepted, declined or dismissed; null for other types.'),
                    ('', 'notification_id', 'The notification of a notification_… event; null if an open has none, and for other types.'),
                    ('events', 'campaign', 'The campaign of a notification_… event; null if absent, and for other types.'),
                    ('', 'app_state', 'For a receipt or an open: foreground, background or not_running; null if absent, and for other types.'),
                    ('', 'trigger', 'For an open: push or local; null if absent, and for other types. Open rates and openers leave out local opens: write trigger IS DISTINCT FROM ''local'', because null counts like push.'),
                    ('', 'action', 'For an open: the action button that was tapped; null if none, and for other types.'),
                    ('', 'data', 'Members of the event''s data that have no column; null if there are none.'),
                    -- Quarantine
                    ('', 'quarantine_id', 'Number of the delivery, as `bellwether quarantine` shows it.'),
                    ('quarantine', 'received_at', 'The delivery''s own received_at if it has a valid one, otherwise the time of ingest.'),
                    ('', 'quarantined_at', 'When it was first put into quarantine.'),
                    ('', 'detail', 'What was wrong. Contains no text of the rejected event, but may contain numbers from it.'),
                    ('quarantine', 'app_id|installation_id', format('The %s that the delivery names; null if it could not be read.', split_part(attribute.attname, '_', 1))),
                    ('', 'source', 'Where it came from: the path of a file, standard input, or HTTP.'),
                    ('', 'line', 'Line of the source, from 1; in a JSON array the index of the element, from 0.'),
                    ('', 'byte_count', 'Length as received, in bytes.'),
                    ('', 'state', 'held, released (a retry accepted it) or discarded (a user gave it up).'),
                    ('', 'released_at', 'When a retry accepted it; null if none did.'),
                    ('', 'discarded_at', 'When a user discarded it; null if none did.'),
                    -- What is kept
                    ('published_report', 'horizon', 'The report''s "now": it includes what was received up to this time.'),
                    ('published_row', 'horizon', 'That of the report that published the counts, an earlier one if this one withheld them; null if none did.'),
                    ('', 'position', 'Position in the log that the projections had reached.'),
                    ('', 'conversion_window_seconds|open_window_seconds|influence_window_seconds', 'Length of the window that the report used, in seconds.'),
                    ('', 'minimum_cell', 'Rows with fewer people were withheld; 0: no row was.'),
                    ('', 'days', 'The days of which the numbers are stored: those that no two later reports hold.'),
                    ('', 'time_zone', 'Time zone of the days.'),
                    ('published_report', 'app_id', 'The only app of the report; null if it covers all apps.'),
                    ('published_report', 'report', 'Number of the report.'),
                    ('published_row', 'report', 'Number of the report in published_report.'),
                    ('weekly_digest', 'run', 'Number in runs of the run that posted it.'),
                    ('weekly_digest', 'app_id', 'The only app of the run''s report; null if it covers all apps.'),
                    ('published_row', 'day', 'The day of the row.'),
                    ('published_row', 'table', 'The daily table that has the row.'),
                    ('published_row', 'os_name', 'OS name of the row; empty if it has none.'),
                    ('published_row', 'os_version', 'OS version of the row as major.minor; empty if it has none.'),
                    ('', 'counts', 'The counts by column name; null if there was no such row. An erasure corrects them.'),
                    ('', 'run', 'Number of the run, from 1.'),
                    ('', 'started_at', 'When the stage began.'),
                    ('', 'ended_at', 'When the stage ended.'),
                    ('', 'stage', 'ingest, project, report, retention or notify, in this order.'),
                    ('', 'outcome', 'done, failed, or skipped because an earlier stage failed.'),
                    ('runs', 'detail', 'What the stage did, or why it failed.'),
                    -- Marks and targets
                    ('', 'mark', 'Number of the mark, as `bellwether mark list` shows it.'),
                    ('team_mark', 'name', 'The version, such as iOS 26.3 or 5.16.0, or the team''s own words.'),
                    ('app_name', 'name', 'What pages and digests call the app.'),
                    ('team_mark|target', 'app_id', 'The app''s bundle identifier; null for all apps.'),
                    ('target', 'measure', 'grant_rate (the opt-in rate) or reach_rate_28d (the reach of active people).'),
                    ('target', 'value', 'The rate to reach, a fraction.'),
                    -- Bounds
                    ('', 'difference_low|difference_high', format('%s bound of the 95%% interval of the difference (Newcombe); null if it is not tested.', bound.side)),
                    ('verdicts', 'difference_low|difference_high', format('%s bound of the 95%% interval of the difference (Newcombe; of asked, of the ratio of two Poisson counts); null if it is not tested, and of asked if either count is 0.', bound.side)),
                    ('opt_in_experiments|opt_in_experiment_days', 'difference_low|difference_high', format('%s bound of the time-uniform 95%% interval of the difference: it holds on all days at once; null with fewer than 100 settled installations in the variant or the control.', bound.side)),
                    ('', 'low|high', format('%s bound of the 95%% interval of %s.', bound.side, regexp_replace(attribute.attname, '_(low|high)$', '')))
            ) AS word (view, name, sentence)
            -- A column that is not listed itself gets the entry of its ending: low, high or os_version.
            WHERE (
                    attribute.attname = ANY (string_to_array(word.name, '|'))
                    OR substring(attribute.attname FROM '_(low|high|os_version)$') = ANY (string_to_array(word.name, '|'))
                )
                AND (word.view = '' OR view.relname = ANY (string_to_array(word.view, '|')))
            ORDER BY word.view DESC, attribute.attname = ANY (string_to_array(word.name, '|')) DESC
            LIMIT 1
        ) AS meaning
        WHERE view.relnamespace = 'analytics'::regnamespace
            AND view.relkind IN ('v', 'r')
        UNION ALL
        SELECT format(
            'COMMENT ON %s analytics.%I IS %L', CASE view.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, view.relname,
            entry.meaning
        )
        FROM (VALUES {tables: ('#', '#meaning')}) AS entry (name, meaning)
        INNER JOIN pg_class AS view ON view.relnamespace = 'analytics'::regnamespace AND view.relname = entry.name
        -- The others have the comment that analytics.tables.sql gave them.
        WHERE NOT EXISTS (
            SELECT FROM pg_proc AS routine
            WHERE routine.pronamespace = 'analytics'::regnamespace AND routine.proname = entry.name
        )
    LOOP
        EXECUTE description.statement;
    END LOOP;
END
$do$;
