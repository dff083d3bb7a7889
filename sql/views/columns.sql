-- Descriptions of the columns of the views and tables of analytics. An entry with view '' applies to all of them; one that
-- names a view applies to that view and takes precedence. | separates names. Run after all views are created; may be run
-- twice. docs/dictionary.md is generated from it; a test finds columns without a description.
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
                    ('', 'installation_id', 'The installation of the app. A reinstall is a new installation.'),
                    ('', 'day', 'The calendar day in the time zone of the settings.'),
                    ('', 'week', 'First day of the week, a Monday, in the time zone of the settings.'),
                    ('', 'is_complete', 'Whether the week is over at the horizon. Its numbers can still change until the conversion and open windows have ended.'),
                    ('', 'weekday', 'Weekday of the send by the same clock as hour: 1 is Monday, 7 is Sunday.'),
                    ('', 'hour', 'Hour of the send by the receiver''s clock, 0 to 23: by the UTC offset of the installation''s latest permission event or open before the send; if there is none, in the time zone of the settings.'),
                    ('', 'os_name', 'OS name: iOS, iPadOS, Android, ….'),
                    ('', 'os_version', 'OS version as major.minor, a text: sort by its numbers. Null if the OS name is null.'),
                    ('', 'app_version', 'App version when the prompt was shown; empty if the event has none.'),
                    ('', 'placement', 'Where in the app the prompt was shown; empty if the prompt does not say.'),
                    ('', 'variant', 'Experiment arm of the prompt; empty if it has none.'),
                    ('opt_in_by_locale', 'locale', 'Locale when the prompt was shown; empty if the event has none.'),
                    ('', 'campaign', 'Campaign of the send; null if it has none.'),
                    ('', 'reason', 'Why it was rejected: one of the reasons that the event format lists.'),
                    ('', 'measure', 'Name of the number.'),
                    -- Opt-in
                    ('', 'prompted', 'Installations whose first prompt falls in the row''s day and group.'),
                    ('', 'decided', 'Of prompted, those that answered within the conversion window (7 days by default).'),
                    ('', 'granted', 'Of decided, those that allowed notifications.'),
                    ('', 'denied', 'Of decided, those that denied notifications.'),
                    ('', 'undecided', 'Of prompted, those that did not answer within the conversion window, which is over.'),
                    ('', 'open_window', 'Of prompted, those that have not answered and whose conversion window is not over. Not part of any rate.'),
                    ('', 'grant_rate', 'granted / (decided + undecided), a fraction; null if that base is 0.'),
                    ('', 'acceptance_rate', 'granted / decided, a fraction; null if decided is 0.'),
                    ('', 'seconds_to_decision_p50', 'Median time from prompt to decision, in seconds; null if decided is 0.'),
                    ('', 'seconds_to_decision_p90', '90th percentile of the time from prompt to decision, in seconds; null if decided is 0.'),
                    ('', 'eligible_7d|eligible_30d', format('Of granted, those whose decision was at least %s days before the horizon.', days.count)),
                    ('', 'retained_7d|retained_30d', format('Of eligible_%1$sd, those still authorized %1$s days after the decision.', days.count)),
                    ('', 'opened_7d|opened_30d', format('Of eligible_%1$sd, those that opened a notification, local or not, within %1$s days after the decision.', days.count)),
                    -- Changes
                    ('', 'dimension', 'What the name belongs to: all, os (a major version), os_version, app_version, placement, variant or locale.'),
                    ('opt_in_changes', 'name', 'The value, such as iOS 17; empty for the dimension all, and where the prompt has no value.'),
                    ('', 'prompted_before|granted_before|settled_before|share_before', format('%s of the previous range, counting only what was known when that range was as old as this one is now.', regexp_replace(attribute.attname, '_before$', ''))),
                    ('', 'share', 'This value''s share of the app''s prompted installations, a fraction; null if there are none.'),
                    ('', 'settled', 'decided + undecided: the base of grant_rate.'),
                    ('', 'grant_rate_before', 'granted_before / settled_before, a fraction; null if settled_before is 0.'),
                    ('opt_in_changes', 'difference', 'grant_rate − grant_rate_before, a fraction; null if either is null.'),
                    ('opt_in_changes', 'p_adjusted', 'p adjusted for the number of values of the dimension (Benjamini–Hochberg).'),
                    ('', 'detectable', 'Smallest difference that would be found four times in five (80% power at the 5% level), a fraction; null if p is null.'),
                    -- Experiments
                    ('', 'control', 'The variant that this one is compared with: the one named control, otherwise the first by name; null if withheld.'),
                    ('opt_in_experiments|opt_in_experiment_days', 'started', 'First day on which a second variant was shown at the placement: people are counted from it on; null if withheld.'),
                    ('opt_in_experiments|opt_in_experiment_days', 'granted', 'Of settled, those that allowed notifications; null if withheld.'),
                    ('opt_in_experiments|opt_in_experiment_days', 'settled', 'Installations that were asked with the variant on days whose conversion window is over for everyone; null if withheld.'),
                    ('', 'granted_control|settled_control', format('%s of the control, over the same days; null if withheld.', regexp_replace(attribute.attname, '_control$', ''))),
                    ('opt_in_experiments', 'grant_rate', 'granted / settled, a fraction; null if withheld.'),
                    ('', 'grant_rate_control', 'granted_control / settled_control, a fraction; null if withheld.'),
                    ('opt_in_experiments', 'difference', 'grant_rate − grant_rate_control, a fraction; null if withheld.'),
                    ('opt_in_experiment_days', 'difference', 'granted / settled − granted_control / settled_control, a fraction.'),
                    ('opt_in_experiments|opt_in_experiment_days', 'difference_low|difference_high', format('%s bound of the time-uniform 95%% interval of the difference: it holds on all days at once; null with fewer than 100 settled installations in the variant or the control.', bound.side)),
                    ('', 'is_clear', 'Whether the interval from difference_low to difference_high leaves out 0; null if there is none.'),
                    ('opt_in_experiment_days', 'day', 'Counts are those of all days from started to this one.'),
                    -- Provisional
                    ('', 'started', 'Installations whose provisional trial started in the range.'),
                    ('', 'kept_prominent', 'Of started, those that kept notifications, delivered prominently.'),
                    ('', 'kept_quiet', 'Of started, those that kept notifications, delivered quietly.'),
                    ('', 'kept_unspecified', 'Of started, those that kept notifications; the app could not see how they are delivered.'),
                    ('', 'turned_off', 'Of started, those that turned notifications off.'),
                    ('', 'upgraded', 'Of started, those that saw the permission dialog during the trial and allowed.'),
                    ('', 'refused', 'Of started, those that saw the permission dialog during the trial and denied.'),
                    ('', 'pending', 'Of started, those without an outcome so far. Not part of any rate.'),
                    ('', 'keep_rate', '(kept_… + upgraded) / (started − pending), a fraction; null if that base is 0.'),
                    -- Win-back
                    ('', 'asked', 'Installations first asked, while denied, to turn notifications on in Settings.'),
                    ('', 'went', 'Of asked, those that opened Settings within 24 hours.'),
                    ('', 'returned', 'Of went, those that were authorized within 24 hours after opening Settings.'),
                    ('', 'return_rate', 'returned / asked, a fraction.'),
                    -- Reach
                    ('reach_daily|reach_weekly', 'authorized|provisional|ephemeral|denied|not_determined', 'Installations with this status at the end of the day.'),
                    ('', 'unknown', 'Installations whose status was not known at the end of the day: no event had reported it.'),
                    ('', 'reachable', 'authorized + provisional + ephemeral.'),
                    ('', 'reach_rate', 'reachable / (reachable + denied + not_determined), a fraction; null if that base is 0.'),
                    ('', 'gained', 'Installations reachable at the end of the day but not at the end of the day before.'),
                    ('', 'lost', 'Installations reachable at the end of the day before but not at the end of the day.'),
                    ('reach_daily|reach_weekly', 'os_name', 'OS name of the installation''s last permission event.'),
                    -- Opens
                    ('', 'sent', 'Notifications sent. One that was sent to an installation more than once counts once, at its first send.'),
                    ('', 'received', 'Of sent, those for which app code ran. Not a measure of delivery: often no code runs for unopened ones.'),
                    ('', 'direct_opens', 'Of sent, those opened within the open window (28 days by default).'),
                    ('', 'sent_24h', 'Of sent, those whose first 24 hours were over at the horizon.'),
                    ('', 'opened_24h', 'Of sent_24h, those opened within 24 hours.'),
                    ('', 'open_rate_24h', 'opened_24h / sent_24h, a fraction; null if sent_24h is 0. Final once the send is 24 hours old, but for events that arrive later.'),
                    ('', 'influenced_opens', 'Of sent and not directly opened, those followed by an app open within the influence window (12 hours by default).'),
                    ('', 'direct_open_rate|influenced_open_rate', format('%s / sent, a fraction; null if sent is 0.', replace(attribute.attname, '_rate', 's'))),
                    ('', 'total_open_rate', 'direct_open_rate + influenced_open_rate; null if sent is 0.'),
                    ('', 'openers', 'Distinct installations that opened a notification (not a local one) on the day.'),
                    ('', 'active', 'Distinct installations that opened the app or a notification on the day.'),
                    ('opens_daily|opens_weekly', 'os_name', 'OS name of the send; for openers and active, of the day''s last open. Null if the send has none.'),
                    ('', 'opener_rate', 'openers / installations reachable at the end of the day before; can exceed 1; null if that base is 0.'),
                    ('', 'active_28d', 'Distinct installations that opened the app or a notification in the 28 days ending with the day.'),
                    ('', 'openers_28d', 'Distinct installations that opened a notification (not a local one) in the 28 days ending with the day.'),
                    ('', 'reachable_28d', 'Of active_28d, those reachable at the end of the day.'),
                    ('', 'reach_rate_28d', 'reachable_28d / active_28d, a fraction.'),
                    ('notification_states_daily', 'trigger', 'For opens: push, local (the app scheduled the notification), or empty if the event does not say. For receipts: empty.'),
                    ('notification_states_daily', 'app_state', 'State of the app when the event happened: foreground, background, not_running (a cold start), or empty if the event does not say.'),
                    ('notification_states_daily', 'received', 'Receipts: events that report that app code ran for a notification.'),
                    ('notification_states_daily', 'opened', 'Opens of notifications, local ones included.'),
                    -- Deliveries and quality
                    ('deliveries_daily', 'day', 'The calendar day of receipt in the time zone of the settings.'),
                    ('', 'accepted', 'Deliveries stored as new events.'),
                    ('', 'duplicate', 'Deliveries of events that were already stored.'),
                    ('', 'rejected', 'Deliveries that were not accepted, including those that were released or discarded later.'),
                    ('', 'count', 'Rejected deliveries.'),
                    ('data_quality', 'measure', 'orphan_decisions (answers without a prompt), decided_late (first answer after the conversion window), unsent_opens (of no known send), clocks_corrected, shared_installations (whose permission events name more than three device models), status_jumps (changes of status that can''t happen), latency_… (receipt − event) or installations_set_aside (left out, because they have too many events; not per day: a total).'),
                    ('', 'value', 'The number: events, installations, seconds or a fraction, depending on the measure; null without events.'),
                    -- Findings
                    ('findings', 'app_id', 'The app''s bundle identifier; null for all apps.'),
                    ('', 'severity', 'alert, notice or info. A finding is an alert only in the first report that has it (told); in later ones, while it lasts, it is a notice.'),
                    ('', 'rule', 'Kind of finding: grant_rate, mix, open_rate_24h, new_os_version, silent, rejects or latency.'),
                    ('', 'subject', 'The group that the finding is about, such as iOS 17.4; null for the whole app.'),
                    ('', 'told', 'The to_day of the first report with this finding; null for mix, open_rate_24h and new_os_version, which are found again for each report.'),
                    ('', 'since', 'First day of the later of the two periods compared; for silent the first day without events, for new_os_version that of the first prompt.'),
                    ('findings', 'before|after', format('The rate of the %s period, a fraction; null if no rates are compared.', CASE attribute.attname WHEN 'before' THEN 'earlier' ELSE 'later' END)),
                    ('', 'difference', 'after − before, a fraction; null if either is null.'),
                    ('', 'difference_low|difference_high', format('%s bound of the 95%% interval of the difference (Newcombe); null if it is not tested.', bound.side)),
                    ('', 'p_adjusted', 'p value of the difference, adjusted for all groups of the rule; null if the rule has no such test.'),
                    -- Pages
                    ('', 'seconds', 'Seconds since the prompt; the last value is the conversion window.'),
                    ('decision_curve', 'prompted', 'Installations whose first prompt is in the range.'),
                    ('decision_curve', 'decided', 'Of prompted, those that decided within this many seconds.'),
                    ('decision_curve', 'granted', 'Of prompted, those that allowed within this many seconds.'),
                    ('decision_curve', 'denied', 'Of prompted, those that denied within this many seconds.'),
                    ('', 'decided_rate|granted_rate|denied_rate', format('%s / prompted, a fraction. Not the same as grant_rate, whose base is settled.', split_part(attribute.attname, '_', 1))),
                    ('key_numbers', 'measure', 'Which rate: grant_rate, first_open_24h, keep_rate, open_rate_24h, direct_open_rate, …; or prompted, a count.'),
                    ('', 'part', 'Numerator of the rate, such as granted; for prompted, the count.'),
                    ('', 'base', 'Denominator of the rate, such as decided + undecided; null for prompted.'),
                    ('', 'part_before|base_before', format('%s in the previous range, counting only what was known when it was as old as this range is now; null if is_covered is false.', regexp_replace(attribute.attname, '_before$', ''))),
                    ('', 'rate', 'part / base, a fraction; null if base is 0.'),
                    ('key_numbers', 'before', 'The rate of the previous range, which is as long; null like part_before.'),
                    ('key_numbers', 'difference', 'rate − before, a fraction; null if either is null.'),
                    ('', 'is_covered', 'Whether the app was known on the first day of the previous range. If not, numbers of that range are null.'),
                    ('key_numbers', 'first_day', 'First day of the two ranges on which the app was known; null if it was on none.'),
                    ('', 'p', 'Two-sided p value of the pooled z test that both rates are equal; null if undefined.'),
                    ('', 'mix', 'Part of grant_rate''s difference that comes from changed shares of OS versions; null for other measures.'),
                    ('', 'rates', 'Part of grant_rate''s difference that comes from changed rates within OS versions; null for other measures.'),
                    -- Restatements
                    ('', 'table', 'The table that the number is from: opt_in_daily, reach_daily, opens_daily or activity_daily.'),
                    ('restatements', 'os_name', 'OS name of the row; empty if it has none.'),
                    ('restatements', 'os_version', 'OS version of the row as major.minor; empty if it has none.'),
                    ('restatements', 'before', 'The number as the latest report that held it published it; null if the row did not exist.'),
                    ('restatements', 'after', 'The number now; null if the row no longer exists.'),
                    ('', 'late_events', 'Events of the app that happened up to the published report''s horizon but were received after it.'),
                    -- Journeys
                    ('installations', 'os_name', 'OS name of the last permission event.'),
                    ('installations', 'status', 'Authorization status after the last permission event; unknown if no event has reported it.'),
                    ('', 'is_reachable', 'Whether the status is authorized, provisional or ephemeral.'),
                    ('', 'first_seen_on', 'Day of the first permission event, or of the first open of the app or a notification if that is earlier.'),
                    ('', 'last_seen_on', 'Day of the last permission event, or of the last open of the app or a notification if that is later.'),
                    ('', 'turned_off_at', 'When the installation''s status last went from authorized, provisional or ephemeral to denied; null if never. It may be reachable again.'),
                    ('', 'sends_28d', 'Notifications sent to the installation in the 28 days up to the horizon.'),
                    ('', 'last_event_at', 'Latest effective time of a permission event.'),
                    ('', 'permission_events', 'Number of permission events.'),
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
                    ('', 'went_at', 'When Settings were opened within 24 hours after asked_at; null if they were not.'),
                    ('', 'has_returned', 'Whether the status was authorized within 24 hours after went_at; null if never asked.'),
                    ('', 'status_from', 'Start of the span, inclusive.'),
                    ('', 'status_to', 'End of the span, exclusive; null if it has not ended.'),
                    ('status_history', 'status', 'Authorization status during the span; unknown until an event reports one.'),
                    ('', 'status_before', 'Authorization status during the span before; null in the first span.'),
                    ('status_history', 'os_name', 'OS name during the span.'),
                    -- Sends and opens
                    ('notifications', 'os_name', 'OS name of the send, or else of the installation''s latest permission event up to it; null if none is known.'),
                    ('notifications', 'notification_id', 'The notification, as the sender named it. One id may go to many installations.'),
                    ('notifications', 'sent_at', 'When it was first sent to the installation.'),
                    ('', 'sent_on', 'Day of sent_at in the time zone of the settings.'),
                    ('notifications', 'received_at', 'When app code first ran for it within the open window; null if none did, which is often so for unopened ones.'),
                    ('notifications', 'opened_at', 'When it was opened directly within the open window (28 days by default); null if it was not. Clocks may differ by up to 60 s, so it may be earlier than sent_at.'),
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
                    ('', 'type', 'Event type; sorts in this order: prompt_shown, prompt_granted, prompt_denied, provisional_started, provisional_kept, provisional_turned_off, status_observed, settings_prompt_shown, settings_opened, notification_sent, notification_received, notification_opened, app_opened.'),
                    ('', 'occurred_at', 'When it happened, by the device''s clock.'),
                    ('', 'effective_at', 'occurred_at, corrected if the device''s clock was wrong. All counts go by this time.'),
                    ('', 'received_at', 'When the collector received it; without a collector, when it was ingested.'),
                    ('', 'sent_at', 'When the client sent this event to the collector, by the device''s clock; null if absent.'),
                    ('', 'occurred_offset', 'UTC offset of the device''s clock, in minutes east.'),
                    ('', 'sequence', 'The number that the client gave to the event, counting within the installation; null if absent.'),
                    ('', 'os_patch', 'Third part of the OS version, 0 if absent; null if the event has no OS.'),
                    ('events', 'os_name', 'OS name; null for a notification_sent without one; the view installations has that of the installation.'),
                    ('events', 'app_version', 'App version; null if absent.'),
                    ('', 'device_model', 'Device model; null if absent.'),
                    ('', 'locale', 'Locale of the device; null if absent.'),
                    ('events', 'status', 'The status in a status_observed; null for other types.'),
                    ('', 'delivery', 'How a provisional_kept keeps notifications: prominent or quiet; null if absent, and for other types.'),
                    ('events', 'placement', 'Where in the app a prompt was shown; null if absent, and for other types.'),
                    ('events', 'variant', 'Experiment arm of a prompt; null if absent, and for other types.'),
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
                    ('published_row', 'day', 'The day of the row.'),
                    ('published_row', 'table', 'The table: opt_in_daily, reach_daily, opens_daily or activity_daily.'),
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
                    ('', 'kind', 'os_version, app_version, or team for what `bellwether mark` stored.'),
                    ('marks|team_mark', 'name', 'The version, such as iOS 26.3 or 5.16.0, or the team''s own words.'),
                    ('', 'is_new', 'Whether trends show it: the version came out while the app had events, or the mark is the team''s.'),
                    ('team_mark|target', 'app_id', 'The app''s bundle identifier; null for all apps.'),
                    ('target|targets', 'measure', 'grant_rate (the opt-in rate) or reach_rate_28d (the reach of active people).'),
                    ('target', 'value', 'The rate to reach, a fraction.'),
                    ('', 'target', 'The rate to reach, a fraction.'),
                    -- Bounds
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
    LOOP
        EXECUTE described.statement;
    END LOOP;
END
$do$;
