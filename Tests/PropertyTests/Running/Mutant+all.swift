extension Mutant {
    /// The mutants that the usual test run plays.
    static let few = [all[0], all[3], all[9], all[all.count - 2]]

    /// Mistakes that drop late events, count events twice, or exchange `<` and `<=` at a boundary of the metrics.
    static let all = [
        Mutant(
            "an event of an earlier month than the others of its batch is dropped",
            in: "functions/projection.collect_events.sql",
            "SELECT DISTINCT unnest(batch.engagement_months)",
            is: "SELECT batch.engagement_months[cardinality(batch.engagement_months)]"),
        Mutant(
            "a late event is dropped",
            in: "functions/projection.collect_events.sql",
            "'AND event.type = ANY ($4)'",
            is: "'AND event.type = ANY ($4) AND event.received_at < event.effective_at + interval ''30 days'''"),
        Mutant(
            "a late open of the journey is dropped",
            in: "projections/journey/step_2_opens.sql",
            "FROM collected_event AS event",
            is: "FROM collected_event AS event WHERE event.received_at < event.effective_at + interval '2 days'"),
        Mutant(
            "what a send counted before is not taken away",
            in: "projections/opens/step_04_counts_before.sql",
            "SELECT -1 AS sign",
            is: "SELECT 0 AS sign"),
        Mutant(
            "an event's latency counts twice",
            in: "projections/quality/fold_count_events.sql",
            "FROM collected_event AS event OFFSET 0",
            is: "FROM (TABLE collected_event UNION ALL TABLE collected_event) AS event OFFSET 0"),
        Mutant(
            "with three device models an installation is shared",
            in: "functions/metric.most_device_models.sql",
            "SELECT 3",
            is: "SELECT 2"),
        Mutant(
            "with four device models an installation is not shared",
            in: "functions/metric.most_device_models.sql",
            "SELECT 3",
            is: "SELECT 4"),
        Mutant(
            "each millisecond up to 512 has a separate class",
            in: "functions/stats.span_class.sql",
            "< 256000 THEN",
            is: "< 512000 THEN"),
        Mutant(
            "a span of less than 256 ms is rounded to the nearest millisecond",
            in: "functions/stats.span_class.sql",
            "THEN abs(microseconds) / 1000",
            is: "THEN (abs(microseconds) + 500) / 1000"),
        Mutant(
            "the median of an even number of spans is the one behind it",
            in: "functions/projection.latency_classes.sql",
            "latency_class.place * 100 >= latency_class.events * 50",
            is: "latency_class.place * 100 > latency_class.events * 50"),
        Mutant(
            "an experiment counts people from its first variant on",
            in: "functions/projection.past_experiments.sql",
            "WHERE variant.place > 1",
            is: "WHERE variant.place > 0"),
        Mutant(
            "the control is the first variant by name, whatever the others are called",
            in: "functions/projection.past_experiments.sql",
            "experiments ORDER BY variant.variant <> 'control', variant.is_rest,",
            is: "experiments ORDER BY variant.is_rest,"),
        Mutant(
            "what a journey contributed to reach is not taken away",
            in: "projections/journey/step_7_reach_change.sql",
            "SELECT -1 AS weight, journey.app",
            is: "SELECT 0 AS weight, journey.app"),
        Mutant(
            "an app open at the instant of the send is not its",
            in: "functions/projection.attributed_sends.sql",
            "send_or_opening.at, send_or_opening.type, send_or_opening.send_id",
            is: "send_or_opening.at, send_or_opening.type DESC, send_or_opening.send_id"),
        Mutant(
            "the influence window holds its end",
            in: "functions/metric.is_attributed.sql",
            "app_open_at < send_at",
            is: "app_open_at <= send_at"),
        Mutant(
            "an open 30 s before an app open is near",
            in: "functions/projection.attributed_sends.sql",
            "RANGE BETWEEN metric.near() - interval '1 us' PRECEDING",
            is: "RANGE BETWEEN metric.near() PRECEDING"),
        Mutant(
            "of two sends at one instant the first has the app open",
            in: "functions/projection.attributed_sends.sql",
            "send_or_opening.type, send_or_opening.send_id,",
            is: "send_or_opening.type, send_or_opening.send_id DESC,"),
        Mutant(
            "an app open 30 s before a new open keeps its send",
            in: "projections/opens/step_03_spans.sql",
            """
                    min(change.at) - (SELECT metric.influence_window()),
                    min(change.day)::timestamp AT TIME ZONE (SELECT settings.time_zone FROM settings) - interval '8 hours'
            """,
            is: "        min(change.at)"),
        Mutant(
            "60 s before the send is too early",
            in: "functions/metric.relevant_instants.sql",
            "instants[cardinality(instants)] >= send_at",
            is: "instants[cardinality(instants)] > send_at"),
        Mutant(
            "the open window holds its end",
            in: "functions/metric.relevant_instants.sql",
            "< send_at + make_interval(secs => window_seconds)",
            is: "<= send_at + make_interval(secs => window_seconds)"),
        Mutant(
            "only opens of the open window are within 24 hours",
            in: "functions/metric.counted_send.sql",
            "metric.is_answered(opened, send_at, 86400)",
            is:
                "metric.is_answered(opened, send_at, least(86400, (SELECT settings.open_window_seconds FROM settings)))"
        ),
        Mutant(
            "a send of 24 hours before the horizon is not over",
            in: "functions/projection.past_recent_sends.sql",
            "AND notification.send_at > as_of",
            is: "AND notification.send_at >= as_of"),
        Mutant(
            "a send is of the first system of an instant",
            in: "functions/projection.notifications_of.sql",
            "array_agg(event.os ORDER BY event.effective_at, event.n)",
            is: "array_agg(event.os ORDER BY event.effective_at, event.n DESC)"),
        Mutant(
            "events are in the order of their time, whatever their sequence",
            in: "functions/projection.ordered_permission_events.sql",
            """
                        coalesce(event.sequence, event.latest_sequence, -1),
                        event.sequence IS NULL,

            """,
            is: ""),
        Mutant(
            "an event without a sequence comes before the one whose sequence it takes",
            in: "functions/projection.ordered_permission_events.sql",
            "event.sequence IS NULL,",
            is: "event.sequence IS NOT NULL,"),
        Mutant(
            "an event without a sequence comes before all that have one",
            in: "functions/projection.ordered_permission_events.sql",
            "coalesce(event.sequence, event.latest_sequence, -1)",
            is: "coalesce(event.sequence, -1)"),
        Mutant(
            "a repeated assignment is an event of the journey",
            in: "functions/projection.ordered_permission_events.sql",
            "    WHERE repeat.id IS NULL\n) AS event",
            is: ") AS event WHERE true"),
        Mutant(
            "an assignment repeats any other of its experiment",
            in: "functions/projection.repeated_assignments.sql",
            "PARTITION BY event.installation_id, event.experiment, event.variant",
            is: "PARTITION BY event.installation_id, event.experiment"),
        Mutant(
            "the last of equal assignments counts",
            in: "functions/projection.repeated_assignments.sql",
            "ORDER BY event.n",
            is: "ORDER BY event.n DESC"),
        Mutant(
            "repeated assignments count against the limit",
            in: "projections/journey/fold_has_too_many_events.sql",
            "SELECT DISTINCT assignment.experiment",
            is: "SELECT assignment.experiment"),
        Mutant(
            "an ephemeral installation is not reachable",
            in: "functions/metric.is_reachable.sql",
            "'provisional', 'ephemeral')",
            is: "'provisional')"),
        Mutant(
            "a permission event at the instant of the send does not tell its system and clock",
            in: "functions/projection.notifications_of.sql",
            "width_bucket(send.effective_at, (device_history.history).since)",
            is: "width_bucket(send.effective_at - interval '1 microsecond', (device_history.history).since)"),
        Mutant(
            "of permission events of one instant, whichever is read last tells the system and clock of a send",
            in: "functions/projection.notifications_of.sql",
            "bool_or(event.is_tie) OR count(*)",
            is: "count(*)"),
        Mutant(
            "the first opening of a day is its last",
            in: "functions/projection.active_days.sql",
            "    opening.at DESC, opening.type DESC",
            is: "    opening.at, opening.type DESC"),
        Mutant(
            "an opening of the app makes an opener",
            in: "functions/metric.is_remote_open.sql",
            "type = 'notification_opened' AND NOT is_local",
            is: "NOT is_local"),
        Mutant(
            "a later send of a notification stands in the place of the first",
            in: "functions/projection.notifications_of.sql",
            "event.app, event.effective_at, event.id",
            is: "event.app, event.effective_at DESC, event.id"),
        Mutant(
            "of the sends that two months tell of a rebuild takes the later one",
            in: "functions/projection.write_notifications.sql",
            "ORDER BY first_send.send_at,",
            is: "ORDER BY first_send.send_at DESC,"),
        Mutant(
            "a send is by the first clock of an instant",
            in: "functions/projection.notifications_of.sql",
            "array_agg(event.occurred_offset ORDER BY event.effective_at, event.n)",
            is: "array_agg(event.occurred_offset ORDER BY event.effective_at, event.n DESC)"),
        Mutant(
            "a send that names its system is by no receiver's clock",
            in: "functions/projection.notifications_of.sql",
            "SELECT DISTINCT send.installation_id, send.app FROM send",
            is: "SELECT DISTINCT send.installation_id, send.app FROM send WHERE send.os IS NULL"),
        Mutant(
            "a late permission event does not change the hour of a send that names its system",
            in: "projections/opens/step_02_notifications.sql",
            "AND notification.send_at >= change.since",
            is: "AND notification.send_at >= change.since AND notification.own_os IS NULL"),
        Mutant(
            "the opens of a day are those of its last batch",
            in: "projections/states/fold_count_states.sql",
            "opened = cell.opened + excluded.opened",
            is: "opened = excluded.opened"),
        Mutant(
            "28 days are 29",
            in: "projections/activity/step_2_changes.sql",
            "range_agg(projection.counted_days(new_day.day)) FILTER (WHERE new_day.is_opener)",
            is: "range_agg(daterange(new_day.day, new_day.day + 29)) FILTER (WHERE new_day.is_opener)"),
        Mutant(
            "the conversion window holds its end",
            in: "projections/journey/fold_journeys.sql",
            "                        < make_interval(secs => settings.conversion_window_seconds) AS decides",
            is: "                        <= make_interval(secs => settings.conversion_window_seconds) AS decides"),
        Mutant(
            "Settings may be opened after 24 hours",
            in: "projections/journey/fold_journeys.sql",
            "AND journey.story_at[event.i] - journey.story_at[question.i] < interval",
            is: "AND journey.story_at[event.i] - journey.story_at[question.i] <= interval"),
        Mutant(
            "what is received at the horizon is not known",
            in: "functions/projection.ordered_permission_events.sql",
            "AND event.received_at <= as_of",
            is: "AND event.received_at < as_of"),
        Mutant(
            "a day is settled before the conversion window of its last prompts is over",
            in: "functions/metric.settled_measures.sql",
            "'opt_in_daily', (kept).conversion_window_seconds,",
            is: "'opt_in_daily', (kept).conversion_window_seconds - 86400,"),
        Mutant(
            "influenced opens are settled with the open window, however long the other one is",
            in: "functions/metric.settled_measures.sql",
            "metric.influence_wait((kept).open_window_seconds, (kept).influence_window_seconds)",
            is: "(kept).open_window_seconds"),
        Mutant(
            "a report of some days forgets what was published of the others",
            in: "functions/projection.publish.sql",
            "SELECT earlier_report.days + ((earlier_report.kept).days - new_report.days)",
            is: "SELECT earlier_report.days * new_report.days"),
        Mutant(
            "a row that is withheld now is gone",
            in: "functions/analytics.restatements.sql",
            "AND (row_pair.is_there IS NULL OR row_pair.current IS NOT NULL)",
            is: ""),
        Mutant(
            "a row that was withheld was not there",
            in: "functions/projection.publish_rows.sql",
            "WHEN earlier_row.report IS NULL THEN earlier_report.horizon",
            is: "WHEN true THEN (publication.report).horizon"),
        Mutant(
            "a row of few people is withheld alone",
            in: "functions/metric.withheld_places.sql",
            "HAVING count(*) = 1",
            is: "HAVING count(*) = 0"),
        Mutant(
            "an OS version is shown beside its major",
            in: "functions/metric.dimension.sql",
            "CASE dimension WHEN 'os_version' THEN ROW",
            is: "CASE dimension WHEN '' THEN ROW"),
        Mutant(
            "a locale is shown beside its language",
            in: "functions/metric.dimension.sql",
            "CASE dimension WHEN 'locale' THEN ROW(app_id, metric.language(name))::text END",
            is: "NULL"),
        Mutant(
            "a locale is shown beside its region",
            in: "functions/metric.dimension.sql",
            "CASE dimension WHEN 'locale' THEN ROW(app_id, metric.region(name))::text END",
            is: "NULL"),
        Mutant(
            "dimensions are ordered by their names",
            in: "functions/analytics.opt_in_by.sql",
            "metric.dimension_place(cell.dimension)",
            is: "cell.dimension COLLATE \"C\""),
        Mutant(
            "a locale is not cut at @",
            in: "functions/metric.language.sql",
            "'^[^@.]*'",
            is: "'^[^.]*'"),
        Mutant(
            "a region is the last part that can be one",
            in: "functions/metric.language.sql",
            "ORDER BY part.place",
            is: "ORDER BY part.place DESC"),
        Mutant(
            "a region may stand after a part of one character",
            in: "functions/metric.language.sql",
            "part.text ~ '^.$' OR ",
            is: ""),
        Mutant(
            "the language of a locale keeps its capitals",
            in: "functions/metric.language.sql",
            "SELECT lower((metric.locale_parts(locale))[1] COLLATE \"C\")",
            is: "SELECT (metric.locale_parts(locale))[1]"),
        Mutant(
            "the hour of a prompt is that of UTC",
            in: "functions/metric.language.sql",
            "+ utc_offset * 60",
            is: ""),
        Mutant(
            "a version that is withheld over the range is shown by day",
            in: "functions/projection.opt_in_days.sql",
            "CASE WHEN withheld_version.app_id IS NULL THEN cell.prompted ELSE 1 END",
            is: "cell.prompted"),
        Mutant(
            "a state of few active people is shown if they sent many events",
            in: "functions/analytics.notification_states_daily.sql",
            "least(nullif(cell.received + cell.opened, 0), nullif(activity.people, 0))",
            is: "cell.received + cell.opened"),
        Mutant(
            "a variant of few people takes another of its experiment with it",
            in: "functions/projection.opt_in_experiments.sql",
            "ROW(arm.app_id, arm.base, arm.experiment, arm.variant)",
            is: "ROW(arm.app_id, arm.base, arm.experiment)"),
        Mutant(
            "the outcome of a trial is not the first one",
            in: "projections/journey/fold_journeys.sql",
            "(array_agg(event.trial_outcome) FILTER (WHERE event.trial_outcome IS NOT NULL))[1] AS outcome,",
            is: "max(event.trial_outcome) AS outcome,"),
        Mutant(
            "deliveries count on the day in UTC",
            in: "projections/deliveries/step_1_deliveries.sql",
            "AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day",
            is: "AT TIME ZONE 'UTC')::date AS day"),
        Mutant(
            "an open at the instant of the grant does not touch the journey",
            in: "projections/journey/step_3_installations.sql",
            "AND event.effective_at >= journey.decision_at",
            is: "AND event.effective_at > journey.decision_at"),
        Mutant(
            "who is at the end of the window at the horizon is not undecided",
            in: "functions/projection.opt_in.sql",
            "wait.until <= as_of AS is_undecided",
            is: "wait.until < as_of AS is_undecided"),
        Mutant(
            "an open after 7 days is within them",
            in: "functions/projection.opt_in.sql",
            "AND journey.first_open_at < answer.day_7",
            is: "AND journey.first_open_at <= answer.day_7"),
        Mutant(
            "a day of reach ends where one of UTC begins",
            in: "functions/projection.ends_of_days.sql",
            "(change.at AT TIME ZONE zone)",
            is: "(change.at AT TIME ZONE 'UTC')"),
        Mutant(
            "an answer after 5 s is within 5 s",
            in: "functions/projection.decision_curve.sql",
            "counts.prompted) FILTER (WHERE counts.passed < bound.place)",
            is: "counts.prompted) FILTER (WHERE counts.passed <= bound.place)"),
        Mutant(
            "24 hours are over 24 hours",
            in: "functions/projection.counted_event.sql",
            "> 86400000000",
            is: ">= 86400000000"),
        Mutant(
            "the last of the device models makes an installation shared",
            in: "projections/quality/step_6_shared.sql",
            "ORDER BY model.first_at",
            is: "ORDER BY model.first_at DESC"),
        Mutant(
            "an earlier event of a device model that comes late changes nothing",
            in: "projections/quality/fold_store_models.sql",
            "WHERE excluded.first_at < model.first_at",
            is: "WHERE false"),
        Mutant(
            "Android 12 says denied for never asked",
            in: "projections/journey/fold_journeys.sql",
            "os.major >= 13",
            is: "os.major >= 12"),
        Mutant(
            "Android 13 does not say denied for never asked",
            in: "projections/journey/fold_journeys.sql",
            "os.major >= 13",
            is: "os.major > 13"),
        Mutant(
            "denied after a reachable status may mean never asked",
            in: "projections/journey/fold_journeys.sql",
            "OR metric.is_reachable(event.status)",
            is: ""),
        Mutant(
            "denied after a prompt may mean never asked",
            in: "projections/journey/fold_journeys.sql",
            "'prompt_shown', 'prompt_granted', 'prompt_denied', 'provisional_started'",
            is: "'prompt_granted', 'prompt_denied', 'provisional_started'"),
        Mutant(
            "denied after a grant may mean never asked",
            in: "projections/journey/fold_journeys.sql",
            "'prompt_shown', 'prompt_granted', 'prompt_denied', 'provisional_started'",
            is: "'prompt_shown', 'prompt_denied', 'provisional_started'"),
        Mutant(
            "denied after a denial may mean never asked",
            in: "projections/journey/fold_journeys.sql",
            "'prompt_shown', 'prompt_granted', 'prompt_denied', 'provisional_started'",
            is: "'prompt_shown', 'prompt_granted', 'provisional_started'"),
        Mutant(
            "repeated assignments name device models",
            in: "projections/quality/fold_store_models.sql",
            "sender.app, 'infinity', counted_up_to",
            is: "sender.app, 'infinity', counted_up_to, true"),
        Mutant(
            "after an event without an OS the installation has none",
            in: "projections/journey/fold_journeys.sql",
            "(event.latest_os & 4294967295)::integer AS os_after",
            is: "event.os AS os_after"),
        Mutant(
            "a send is of no system after an event without one",
            in: "functions/projection.notifications_of.sql",
            "        WHERE event.os IS NOT NULL\n",
            is: ""),
        Mutant(
            "a dismissal at the end of the window is within it",
            in: "functions/projection.opt_in.sql",
            "journey.dismissed_at < wait.until",
            is: "journey.dismissed_at <= wait.until"),
        Mutant(
            "people who closed the dialog and answered later are dismissed",
            in: "functions/projection.opt_in.sql",
            "journey.decision IS NULL AND coalesce(journey.dismissed_at < wait.until, false)",
            is: "coalesce(journey.dismissed_at < wait.until, false)"),
        Mutant(
            "the window of an ask holds its end",
            in: "projections/journey/fold_story.sql",
            "event.at - ask.at < conversion_window",
            is: "event.at - ask.at <= conversion_window"),
        Mutant(
            "a primer is declined if any answer says so",
            in: "projections/journey/fold_story.sql",
            "SELECT min(later_event.answer)",
            is: "SELECT max(later_event.answer)"),
        Mutant(
            "the answers to a primer count for a blocked dialog",
            in: "projections/journey/fold_story.sql",
            "CASE ask.type WHEN 'primer_shown' THEN (SELECT min(later_event.answer) FROM later_event) END",
            is: "(SELECT min(later_event.answer) FROM later_event)"),
        Mutant(
            "an answer before the dialog of an ask counts",
            in: "projections/journey/fold_story.sql",
            "\n                        AND later_event.n > later_event.prompt_n",
            is: ""),
        Mutant(
            "an ask is the first primer or dialog, not one that was blocked",
            in: "projections/journey/fold_story.sql",
            "('primer_shown', 'prompt_shown', 'prompt_blocked')",
            is: "('primer_shown', 'prompt_shown')"),
        Mutant(
            "an answer counts before the window of its ask is over",
            in: "functions/projection.asks.sql",
            "CASE WHEN wait.is_over THEN ask.result END",
            is: "ask.result"),
        Mutant(
            "an ask at the end of its window at the horizon is open",
            in: "functions/projection.asks.sql",
            "<= as_of",
            is: "< as_of"),
        Mutant(
            "an ask before the prompt is as known as the prompt",
            in: "projections/journey/fold_journeys.sql",
            "max(event.received_so_far) FILTER (WHERE event.is_of_story)",
            is: "NULL"),
        Mutant(
            "an experiment counts people who were authorized before",
            in: "projections/journey/fold_story.sql",
            "IN ('unknown', 'not_determined', 'provisional')",
            is: "IN ('unknown', 'not_determined', 'provisional', 'authorized')"),
        Mutant(
            "an experiment counts people who had answered before",
            in: "projections/journey/fold_story.sql",
            "    AND (event.answer_n < event.n) IS NOT TRUE\n",
            is: ""),
        Mutant(
            "a later assignment to an experiment counts if the first does not",
            in: "projections/journey/fold_story.sql",
            "    AND event.place = 1\n",
            is: ""),
        Mutant(
            "the status at the assignment is the outcome",
            in: "projections/journey/fold_story.sql",
            "status[width_bucket(event.at + conversion_window, status_from)]",
            is: "status[width_bucket(event.at, status_from)]"),
        Mutant(
            "only those who are authorized are reachable",
            in: "projections/journey/fold_prompt_counts.sql",
            "metric.is_reachable(arm.status)",
            is: "arm.status = 'authorized'"),
        Mutant(
            "an installation is reassigned when it is assigned to the last of its variants",
            in: "projections/journey/fold_story.sql",
            "WHERE event.variant <> event.first_variant\nORDER BY event.n",
            is: "WHERE event.variant <> event.first_variant\nORDER BY event.n DESC"),
        Mutant(
            "an app open less than 60 s before a turn-off did not find it",
            in: "functions/metric.turn_offs.sql",
            "width_bucket(app_open_at + metric.visit() - interval '1 us', turned_off_at)",
            is: "width_bucket(app_open_at, turned_off_at)"),
        Mutant(
            "a gap of 28 days is long",
            in: "projections/turn_offs/fold_write_turn_offs.sql",
            "turn_off.at - seen.seen_at > metric.longest_gap()",
            is: "turn_off.at - seen.seen_at >= metric.longest_gap()"),
        Mutant(
            "readings 28 days apart are too far apart",
            in: "functions/metric.turn_offs.sql",
            "readings[gap.place + 1] - readings[gap.place] <= metric.longest_gap()",
            is: "readings[gap.place + 1] - readings[gap.place] < metric.longest_gap()"),
        Mutant(
            "a send at the instant of a reading comes after it",
            in: "functions/metric.turn_offs.sql",
            "width_bucket(send_at - interval '1 us', readings)",
            is: "width_bucket(send_at, readings)"),
        Mutant(
            "a send at the instant at which notifications were on came before the turn-off",
            in: "projections/turn_offs/fold_write_turn_offs.sql",
            "notification.send_at > seen.seen_at",
            is: "notification.send_at >= seen.seen_at"),
        Mutant(
            "a send at the instant of a turn-off came after it",
            in: "projections/turn_offs/fold_write_turn_offs.sql",
            "notification.send_at <= turn_off.at",
            is: "notification.send_at < turn_off.at"),
        Mutant(
            "each send of a turn-off carries all of it",
            in: "functions/projection.past_campaign_turn_offs.sql",
            "1::numeric / cardinality(turn_off.send_at)",
            is: "1::numeric"),
        Mutant(
            "a send after a reading that found notifications off can be alone",
            in: "functions/metric.turn_offs.sql",
            "\n            AND metric.is_reachable(status[width_bucket(readings[gap.place], status_from)])",
            is: ""),
        Mutant(
            "a denial in the dialog is a turn-off",
            in: "projections/journey/fold_journeys.sql",
            "WHERE event.type IN ('status_observed', 'provisional_turned_off')",
            is: "WHERE event.type IN ('status_observed', 'provisional_turned_off', 'prompt_denied')"),
        Mutant(
            "an assignment shows that notifications were on",
            in: "functions/metric.turn_offs.sql",
            "NOT IN ('experiment_assigned', 'push_unregistered')",
            is: "NOT IN ('push_unregistered')"),
        Mutant(
            "an unregistration shows that notifications were on",
            in: "functions/metric.turn_offs.sql",
            "NOT IN ('experiment_assigned', 'push_unregistered')",
            is: "NOT IN ('experiment_assigned')"),
        Mutant(
            "a late app open leaves the sends before the next reading alone",
            in: "projections/turn_offs/fold_write_turn_offs.sql",
            "coalesce(known.readings[width_bucket(person.to_time, known.readings) + 1], person.to_time)",
            is: "person.to_time"),
        Mutant(
            "an event before others in the order changes only what came after its time",
            in: "projections/turn_offs/step_2_turn_offs.sql",
            "AND event.sequence >= installation.first_sequence",
            is: "AND false"),
        Mutant(
            "the sends of 27 days say how often people got one",
            in: "functions/projection.turn_offs_by_frequency.sql",
            "last_day - 55",
            is: "last_day - 54"),
        Mutant(
            "a send is not as old as the seconds that it is",
            in: "functions/projection.open_curve.sql",
            "curve.moment >= send.send_at",
            is: "curve.moment > send.send_at"),
        Mutant(
            "an answer that came after a horizon is known at it",
            in: "functions/projection.journeys_as_of.sql",
            "answers_alone AND journey.answer_received_at <= as_of",
            is: "answers_alone AND journey.prompt_received_at <= as_of"),
        Mutant(
            "people asked on the last day of a range have the answers of today at a past horizon",
            in: "functions/projection.past_journeys.sql",
            "(to_day + 2)::timestamp",
            is: "to_day::timestamp"),
        Mutant(
            "an unregistration changes nothing",
            in: "projections/journey/fold_journeys.sql",
            "WHEN event.type = 'push_unregistered' THEN 'gone'",
            is: "WHEN event.type = 'push_unregistered' THEN NULL"),
        Mutant(
            "a status of a person who was gone is a jump",
            in: "projections/journey/fold_journeys.sql",
            "NOT IN ('unknown', 'not_determined', 'gone')",
            is: "NOT IN ('unknown', 'not_determined')"),
        Mutant(
            "settings of an earlier status count",
            in: "functions/metric.level.sql",
            "WHEN latest_level >> 8 >= changed_n",
            is: "WHEN latest_level IS NOT NULL"),
        Mutant(
            "the settings of the event that changed the status don't count",
            in: "functions/metric.level.sql",
            ">> 8 >= changed_n",
            is: ">> 8 > changed_n"),
        Mutant(
            "how provisional notifications were kept says no level",
            in: "projections/journey/fold_journeys.sql",
            "CASE WHEN event.type = 'provisional_kept' THEN left(event.delivery::text, 1) END",
            is: "NULL"),
        Mutant(
            "how provisional notifications were kept counts more than the settings",
            in: "projections/journey/fold_journeys.sql",
            "metric.level_of_settings(event.settings),",
            is: "CASE WHEN event.delivery IS NULL THEN metric.level_of_settings(event.settings) END,"),
        Mutant(
            "a change of the level alone is not in the journey",
            in: "projections/journey/fold_journeys.sql",
            "OR level.level_after <> metric.level_letter(event.status_after, event.level_before, event.changed_n)",
            is: "OR false"),
        Mutant(
            "provisional installations have the level of their settings",
            in: "functions/metric.level.sql",
            "WHEN status = 'provisional' THEN 'quiet'",
            is: "WHEN status = 'provisional' AND letter IS NULL THEN 'quiet'"),
        Mutant(
            "an alert of the style none is seen",
            in: "functions/metric.level.sql",
            " AND settings >> 14 & 3 <> 1",
            is: ""),
        Mutant(
            "the lock screen alone is not seen",
            in: "functions/metric.level.sql",
            "settings & 2 <> 0 OR ",
            is: ""),
        Mutant(
            "the scheduled summary lets nothing wait",
            in: "functions/metric.level.sql",
            "WHEN settings & 32 <> 0 THEN 's'",
            is: "WHEN settings & 64 <> 0 THEN 's'"),
        Mutant(
            "what is in the notification centre is not found",
            in: "functions/metric.level.sql",
            "WHEN settings & 4 <> 0 THEN 'q'",
            is: "WHEN settings & 8 <> 0 THEN 'q'"),
        Mutant(
            "an alert without a style is not seen",
            in: "functions/metric.level.sql",
            " AND settings >> 14 & 3 <> 1",
            is: " AND settings >> 14 & 3 > 1"),
        Mutant(
            "settings with nothing on say no level",
            in: "functions/metric.level.sql",
            "ELSE 'b'",
            is: "ELSE 'u'"),
        Mutant(
            "people who are gone are in the base of the reach rate",
            in: "functions/projection.reach.sql",
            "total.reachable + span.denied + span.not_determined,",
            is: "total.reachable + span.denied + span.not_determined + span.gone,"),
        Mutant(
            "people who are gone count in an experiment",
            in: "projections/journey/fold_story.sql",
            "event.status_before IN ('unknown', 'not_determined', 'provisional')",
            is: "event.status_before IN ('unknown', 'not_determined', 'provisional', 'gone')"),
        Mutant(
            "people who were gone and come back without permission turned it off",
            in: "projections/journey/fold_journeys.sql",
            "event.status_after = 'denied'\n                AND metric.is_reachable(event.status_before)",
            is: "event.status_after = 'denied'\n                AND event.status_before NOT IN "
                + "('unknown', 'not_determined', 'denied')"),
        Mutant(
            "the level at a time is the latest one",
            in: "functions/analytics.status_at.sql",
            "substr(journey.levels, span.i, 1)",
            is: "right(journey.levels, 1)"),
        Mutant(
            "the last week has eight days",
            in: "functions/projection.level_counts.sql",
            "BETWEEN last_day - 6 AND last_day",
            is: "BETWEEN last_day - 7 AND last_day"),
        Mutant(
            "a day ends in a cell of its status alone",
            in: "projections/journey/fold_reach_changes.sql",
            "day_end.os_before, day_end.level_before, NULL",
            is: "day_end.os_before, day_end.level, NULL"),
        Mutant(
            "the level of a send is the latest one",
            in: "functions/projection.level_counts.sql",
            "width_bucket(send.send_at, journey.status_from)",
            is: "cardinality(journey.status)"),
        Mutant(
            "a send of exactly 24 hours is not over",
            in: "functions/projection.level_counts.sql",
            "send.send_at <= as_of",
            is: "send.send_at < as_of"),
    ]
}
