-- What the columns of the views and tables of analytics mean: once for all, and once more for one in which a name means
-- something else. After the other views; may be run twice. docs/dictionary.md is made of it.
COMMENT ON SCHEMA analytics IS
    'What analysts read: the tables of the reports as views and functions, and the journeys, events and rejects behind them. '
    'Views of days hold all days; views of a range hold the 90 days that end the day before the horizon''s, the function of '
    'the same name any other. Of its parameters from_day and to_day are the first and last day, inclusive; as_of is the '
    'horizon, what was received up to then being known (null: the latest); rows of fewer people than minimum_cell keep their '
    'keys and lose their numbers (0: none). Days are of the time zone of the settings; times are instants. Rates are fractions with 6 decimals, null '
    'where nobody is in their base; the bounds _low and _high are those of the 95 % Wilson interval.';

DO $do$
DECLARE
    described record;
BEGIN
    FOR described IN
        SELECT format('COMMENT ON COLUMN analytics.%I.%I IS %L', view.relname, attribute.attname, meaning.sentence) AS statement
        FROM pg_class AS view
        INNER JOIN pg_attribute AS attribute ON attribute.attrelid = view.oid AND attribute.attnum > 0
        CROSS JOIN LATERAL (SELECT substring(attribute.attname FROM '[0-9]+')) AS days (count)
        CROSS JOIN LATERAL (SELECT CASE WHEN attribute.attname ~ '_low$' THEN 'Lower' ELSE 'Upper' END) AS bound (side)
        CROSS JOIN LATERAL (
            SELECT word.sentence
            FROM (
                VALUES
                    -- Keys
                    ('', 'app_id', 'The app''s bundle identifier.'),
                    ('', 'installation_id', 'The installation of the app; a reinstall is a new one.'),
                    ('', 'day', 'The calendar day in the time zone of the settings.'),
                    ('', 'weekday', 'Weekday of the send in the time zone of the settings: 1 is Monday, 7 is Sunday.'),
                    ('', 'hour', 'Hour of the send in the time zone of the settings, 0 to 23.'),
                    ('', 'os_name', 'Name of the system: iOS, iPadOS, Android, ….'),
                    ('', 'os_version', 'Version of that system as major.minor, a text: order it by its numbers; null where the name is.'),
                    ('', 'app_version', 'App version that the prompt named; empty: none.'),
                    ('', 'placement', 'Where in the app the prompt was shown; empty: it named none.'),
                    ('', 'variant', 'Arm of the experiment that the prompt named; empty: none.'),
                    ('', 'campaign', 'Campaign of the send; null: it named none.'),
                    ('', 'reason', 'Why it was rejected, a word of the event contract.'),
                    ('', 'measure', 'The name of the number.'),
                    -- Opt-in
                    ('', 'prompted', 'Installations whose first prompt falls into the row.'),
                    ('', 'decided', 'Of the prompted, those with a decision within the conversion window.'),
                    ('', 'granted', 'Of the decided, those who allowed.'),
                    ('', 'denied', 'Of the decided, those who refused.'),
                    ('', 'undecided', 'Of the prompted, those without a decision whose window is over.'),
                    ('', 'open_window', 'Of the prompted, those without a decision who still have time; in no rate.'),
                    ('', 'grant_rate', 'granted / (decided + undecided), a fraction; null without base.'),
                    ('', 'acceptance_rate', 'granted / decided, a fraction; null without base.'),
                    ('', 'seconds_to_decision_p50', 'Median of decision − prompt of the decided, seconds; null without any.'),
                    ('', 'seconds_to_decision_p90', '90th percentile of decision − prompt, seconds; null without any.'),
                    ('', 'eligible_7d|eligible_30d', format('Granted whose decision + %s days is not after the horizon.', days.count)),
                    ('', 'retained_7d|retained_30d', format('Of eligible_%1$sd, those authorized %1$s days after the decision.', days.count)),
                    ('', 'opened_7d|opened_30d', format('Of eligible_%1$sd, those who opened a notification within %1$s days of the decision.', days.count)),
                    -- Changes
                    ('', 'dimension', 'all, os (a major), os_version, app_version, placement, variant or locale: what name is a value of.'),
                    ('opt_in_changes', 'name', 'The value, such as iOS 17; empty of all, and where the prompt named none.'),
                    ('', 'prompted_before|granted_before|settled_before|share_before', format('%s of the range before, at the same age.', regexp_replace(attribute.attname, '_before$', ''))),
                    ('', 'share', 'Of the app''s prompted in the range, a fraction; null without any.'),
                    ('', 'settled', 'decided + undecided: the base of the grant rate.'),
                    ('', 'grant_rate_before', 'granted_before / settled_before, a fraction; null without base.'),
                    ('opt_in_changes', 'difference', 'grant_rate − grant_rate_before, a fraction; null where either is.'),
                    ('opt_in_changes', 'p_adjusted', 'p adjusted for all values of the dimension (Benjamini and Hochberg).'),
                    ('', 'detectable', 'The smallest difference that would be found four times in five, a fraction; null like p.'),
                    -- Provisional
                    ('', 'started', 'Installations whose provisional trial started in the row.'),
                    ('', 'kept_prominent', 'Of the started, those who kept it prominently.'),
                    ('', 'kept_quiet', 'Of the started, those who kept it quietly.'),
                    ('', 'kept_unspecified', 'Of the started, those who kept it, nobody knows how.'),
                    ('', 'turned_off', 'Of the started, those who turned it off.'),
                    ('', 'upgraded', 'Of the started, those asked outright during the trial who allowed.'),
                    ('', 'refused', 'Of the started, those asked outright during the trial who refused.'),
                    ('', 'pending', 'Of the started, those without an outcome; in no rate.'),
                    ('', 'keep_rate', '(kept_… + upgraded) / (started − pending), a fraction; null without base.'),
                    -- Win-back
                    ('', 'asked', 'Installations first asked, while denied, to go to Settings.'),
                    ('', 'went', 'Of the asked, those who opened Settings within 24 hours.'),
                    ('', 'returned', 'Of those who went, those authorized within 24 hours of it.'),
                    ('', 'return_rate', 'returned / asked, a fraction.'),
                    -- Reach
                    ('reach_daily', 'authorized|provisional|ephemeral|denied|not_determined', 'Installations with this status at the end of the day.'),
                    ('', 'unknown', 'Installations of whose status no event told by the end of the day.'),
                    ('', 'reachable', 'authorized + provisional + ephemeral.'),
                    ('', 'reach_rate', 'reachable / (reachable + denied + not_determined), a fraction; null without base.'),
                    ('', 'gained', 'Reachable at the end of the day and not the day before.'),
                    ('', 'lost', 'Reachable at the end of the day before and no longer.'),
                    ('reach_daily', 'os_name', 'Name of the system of the installation''s last permission event.'),
                    -- Opens
                    ('', 'sent', 'Sends: distinct notifications to an installation, on the day of the first.'),
                    ('', 'received', 'Of the sent, those that app code ran for. No measure of delivery: unopened ones often run none.'),
                    ('', 'direct_opens', 'Of the sent, those opened within the open window.'),
                    ('', 'sent_24h', 'Sends whose first 24 hours are over at the horizon.'),
                    ('', 'opened_24h', 'Of sent_24h, those opened within 24 hours.'),
                    ('', 'open_rate_24h', 'opened_24h / sent_24h, a fraction; null without sends. It stops moving after a day.'),
                    ('', 'influenced_opens', 'Of the sent not directly opened, those with an app open in their influence window.'),
                    ('', 'direct_open_rate|influenced_open_rate', format('%s / sent, a fraction; null without sends.', replace(attribute.attname, '_rate', 's'))),
                    ('', 'total_open_rate', 'direct_open_rate + influenced_open_rate; null without sends.'),
                    ('', 'openers', 'Distinct installations that opened a notification, not a local one, on the day.'),
                    ('', 'active', 'Distinct installations that opened the app or a notification on the day.'),
                    ('opens_daily', 'os_name', 'Name of the system of the send, or of the day''s last open; null: the send named none.'),
                    ('', 'opener_rate', 'openers / reachable at the end of the day before; it can pass 1; null without base.'),
                    ('', 'active_28d', 'Distinct installations active in the 28 days that end with the day.'),
                    ('', 'openers_28d', 'Distinct openers of the 28 days that end with the day.'),
                    ('', 'reachable_28d', 'Of active_28d, those reachable at the end of the day.'),
                    ('', 'reach_rate_28d', 'reachable_28d / active_28d, a fraction.'),
                    -- Deliveries and quality
                    ('deliveries_daily', 'day', 'The calendar day of receipt in the time zone of the settings.'),
                    ('', 'accepted', 'Deliveries stored as new events.'),
                    ('', 'duplicate', 'Deliveries of events that were stored already.'),
                    ('', 'rejected', 'Deliveries that could not be accepted, released and discarded ones included.'),
                    ('', 'count', 'Rejected deliveries.'),
                    ('data_quality', 'measure', 'orphan_decisions, decided_late, unsent_opens, …: what is counted; the metrics say how.'),
                    ('', 'value', 'The number: events, installations, seconds or a fraction, as its measure says; null without events.'),
                    -- Findings
                    ('findings', 'app_id', 'The app''s bundle identifier; null: all apps.'),
                    ('', 'severity', 'alert, notice or info.'),
                    ('', 'rule', 'What was found: grant_rate, mix, direct_open_rate, new_os_version, silent, rejects, latency.'),
                    ('', 'subject', 'The group that it was found of, such as iOS 17.4; null: all of the app.'),
                    ('', 'since', 'First day of the period that is compared, or on which it began.'),
                    ('findings', 'before|after', format('The rate %s, a fraction; null where none is compared.', attribute.attname)),
                    ('', 'difference', 'after − before, a fraction; null where either is.'),
                    ('', 'difference_low|difference_high', format('%s 95 %% bound of the difference (Newcombe); null where it is not tested.', bound.side)),
                    ('', 'p_adjusted', 'p of the difference, adjusted for all groups of the rule; null where it is not tested.'),
                    -- Pages
                    ('', 'seconds', 'Time since the prompt, seconds; the last is the conversion window.'),
                    ('decision_curve', 'prompted', 'Installations prompted in the range.'),
                    ('decision_curve', 'decided', 'Of these, who decided within so many seconds.'),
                    ('decision_curve', 'granted', 'Of these, who allowed within so many seconds.'),
                    ('decision_curve', 'denied', 'Of these, who refused within so many seconds.'),
                    ('', 'decided_rate|granted_rate|denied_rate', format('%s / prompted, a fraction.', split_part(attribute.attname, '_', 1))),
                    ('key_numbers', 'measure', 'Which rate: grant_rate, first_open_24h, keep_rate, direct_open_rate, …; or prompted, a count.'),
                    ('', 'part', 'What the rate counts, such as granted; the count itself of prompted.'),
                    ('', 'base', 'What the rate is of, such as decided + undecided; null of prompted.'),
                    ('', 'part_before|base_before', 'That of the range before, of prompts at the same age; null where the app was not known all of it.'),
                    ('', 'rate', 'part / base, a fraction; null without base.'),
                    ('key_numbers', 'before', 'The rate of the range of equal length right before; null as part_before.'),
                    ('key_numbers', 'difference', 'rate − before, a fraction; null where either is.'),
                    ('', 'is_covered', 'Whether the app was known by the first day of the range before; if not, that range is null.'),
                    ('', 'p', 'Two-sided p of the pooled z test that the rates are equal; null where it is undefined.'),
                    ('', 'mix', 'Of the grant rate''s difference, what comes from other OS versions being asked; else null.'),
                    ('', 'rates', 'Of the grant rate''s difference, what comes from other answers; else null.'),
                    -- Restatements
                    ('', 'table', 'The table of the number: opt_in_daily, reach_daily, opens_daily or activity_daily.'),
                    ('restatements', 'os_name', 'Name of the system of the row; null where the table has none.'),
                    ('restatements', 'before', 'As it was published; null: the row was not there.'),
                    ('restatements', 'after', 'As it reads now at that report''s horizon, late events included; null: the row is gone.'),
                    ('', 'late_events', 'Events of the app that were received after that horizon and happened up to it.'),
                    -- Journeys
                    ('installations', 'os_name', 'Name of the system of the last permission event.'),
                    ('installations', 'status', 'Authorization status after the last permission event; unknown: no event told.'),
                    ('', 'is_reachable', 'Whether the status is authorized, provisional or ephemeral.'),
                    ('', 'last_event_at', 'Effective time of the last permission event.'),
                    ('', 'permission_events', 'How many permission events there are.'),
                    ('', 'prompt_at', 'When the first prompt was shown; null: none was.'),
                    ('', 'prompt_os_name', 'Name of the system of the first prompt; null: none was shown.'),
                    ('', 'prompt_app_version', 'App version that the prompt named; null: none.'),
                    ('', 'prompt_locale', 'Locale that the prompt named; null: none.'),
                    ('', 'prompt_placement', 'Where in the app the prompt was shown; null: it named none.'),
                    ('', 'prompt_variant', 'Arm of the experiment that the prompt named; null: none.'),
                    ('', 'decision', 'granted or denied: the first answer within the conversion window; null: none.'),
                    ('', 'decision_at', 'When it was decided; null: no decision.'),
                    ('', 'seconds_to_decision', 'decision_at − prompt_at, seconds, at least 0; null: no decision.'),
                    ('', 'late_answer_at', 'The first answer after the prompt where none came within the window; else null.'),
                    ('', 'first_open_at', 'First notification opened within 30 days after a grant; else null.'),
                    ('', 'trial_at', 'When the provisional trial started; null: none did.'),
                    ('', 'trial_os_name', 'Name of the system of the trial''s start; null: none started.'),
                    ('', 'trial_outcome', 'What became of the trial, as a column of provisional_by_os is called; null: no trial.'),
                    ('', 'trial_outcome_at', 'When the trial came out so; null: pending, or no trial.'),
                    ('', 'asked_at', 'When it was first asked, while denied, to go to Settings; null: never.'),
                    ('', 'asked_os_name', 'Name of the system of that question; null: never asked.'),
                    ('', 'went_at', 'When Settings were opened within 24 hours of it; null: they were not.'),
                    ('', 'has_returned', 'Whether the status was authorized within 24 hours of that; null: never asked.'),
                    ('', 'status_from', 'From when on, this instant included.'),
                    ('', 'status_to', 'Up to when, this instant excluded; null: still.'),
                    ('status_history', 'status', 'The authorization status of the span; unknown: no event had told yet.'),
                    ('status_history', 'os_name', 'Name of the system of the span.'),
                    -- Events
                    ('', 'id', 'The event''s own id; with installation and occurred_at its identity.'),
                    ('', 'type', 'The type of event, a word of the event contract, ordered as there.'),
                    ('', 'occurred_at', 'The device''s clock when it happened.'),
                    ('', 'effective_at', 'occurred_at, corrected for a wrong clock: what everything is counted by.'),
                    ('', 'received_at', 'When a collector, else the ingest, received it.'),
                    ('', 'sent_at', 'The device''s clock when it sent this copy; null: it did not say.'),
                    ('', 'occurred_offset', 'The device''s offset from UTC, minutes east.'),
                    ('', 'sequence', 'The client''s own count of the events of the installation; null: it keeps none.'),
                    ('', 'os_patch', 'Third part of the system''s version, 0 where none was given; null: no system.'),
                    ('events', 'os_name', 'Name of the system; null: a notification_sent that named none.'),
                    ('events', 'app_version', 'The app''s version; null: it named none.'),
                    ('', 'device_model', 'The device''s model; null: it named none.'),
                    ('', 'locale', 'The device''s locale; null: it named none.'),
                    ('events', 'status', 'The status that a status_observed saw; null of others.'),
                    ('', 'delivery', 'How a provisional_kept keeps: prominent or quiet; null: it did not say, and of others.'),
                    ('events', 'placement', 'Where in the app a prompt was shown; null: it named none, and of others.'),
                    ('events', 'variant', 'Arm of the experiment of a prompt; null: it named none, and of others.'),
                    ('', 'notification_id', 'The notification of a notification_… event; null: an open named none, and of others.'),
                    ('events', 'campaign', 'The campaign that a notification_… event named; null: none, and of others.'),
                    ('', 'app_state', 'Of a receipt or an open: foreground, background or not_running; null: it did not say.'),
                    ('', 'trigger', 'push or local, of an open; null: it did not say, and of others.'),
                    ('', 'action', 'The action button of an open; null: none, and of others.'),
                    ('', 'data', 'What the event''s data held beyond these columns; null if nothing.'),
                    -- Quarantine
                    ('', 'quarantine_id', 'Its number, as `bellwether quarantine` shows it.'),
                    ('quarantine', 'received_at', 'Its own received_at if it had a good one, else the time of ingest.'),
                    ('', 'quarantined_at', 'When it was first put there.'),
                    ('', 'detail', 'What was wrong, in words, without what it quotes of the delivery.'),
                    ('quarantine', 'app_id|installation_id', format('The %s that it names; null: none that could be read.', split_part(attribute.attname, '_', 1))),
                    ('', 'source', 'Where it came from: a file''s path, standard input, or HTTP.'),
                    ('', 'line', 'Line of the source, from 1; in an array the element''s index, from 0.'),
                    ('', 'byte_count', 'Its length as received, in bytes.'),
                    ('', 'state', 'held, released (a retry found it good) or discarded (somebody gave it up).'),
                    ('', 'released_at', 'When a retry found it good; null: it did not.'),
                    ('', 'discarded_at', 'When somebody gave it up; null: nobody did.'),
                    -- What is kept
                    ('', 'horizon', 'The report''s "now": what was received up to it is in.'),
                    ('', 'position', 'The position of the log that the projections held.'),
                    ('', 'conversion_window_seconds|open_window_seconds|influence_window_seconds', 'The setting of the report, in seconds.'),
                    ('', 'minimum_cell', 'Rows of fewer people were withheld; 0: none.'),
                    ('', 'from_day', 'The report''s first day.'),
                    ('', 'to_day', 'The report''s last day, inclusive.'),
                    ('', 'time_zone', 'The time zone of the days.'),
                    ('published_report', 'app_id', 'The only app of the report; null: all apps.'),
                    ('published_report', 'report', 'The number of the report.'),
                    ('', 'measures', 'The counts that the report kept, as table.column; only these are compared.'),
                    ('published_row', 'report', 'The number of the report in published_report.'),
                    ('published_row', 'day', 'The day of the row.'),
                    ('published_row', 'table', 'The table: opt_in_daily, reach_daily, opens_daily or activity_daily.'),
                    ('published_row', 'os_name', 'The system of the row; empty: none.'),
                    ('published_row', 'os_version', 'Its version as major.minor; empty: none.'),
                    ('', 'counts', 'The counts by the names of their columns; null if the report withheld them. An erasure corrects them.'),
                    ('', 'run', 'The number of the run, from 1.'),
                    ('', 'started_at', 'When the stage began.'),
                    ('', 'ended_at', 'When it ended.'),
                    ('', 'stage', 'ingest, project, report or retention, in this order.'),
                    ('', 'outcome', 'done; failed; skipped because a stage before it failed.'),
                    ('runs', 'detail', 'What the stage did, or why it failed; a sentence.'),
                    -- Bounds
                    ('', 'low|high', format('%s 95 %% bound of %s.', bound.side, regexp_replace(attribute.attname, '_(low|high)$', '')))
            ) AS word (view, name, sentence)
            -- A name, several, or the end of names that are not listed themselves.
            WHERE (
                    attribute.attname = ANY (string_to_array(word.name, '|'))
                    OR substring(attribute.attname FROM '_(low|high|os_version)$') = ANY (string_to_array(word.name, '|'))
                )
                AND word.view IN ('', view.relname)
            ORDER BY word.view DESC, attribute.attname = ANY (string_to_array(word.name, '|')) DESC
            LIMIT 1
        ) AS meaning
        WHERE view.relnamespace = 'analytics'::regnamespace
            AND view.relkind IN ('v', 'r')
    LOOP
        EXECUTE described.statement;
    END LOOP;
END
$do$;
