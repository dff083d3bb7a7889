extension DataDictionary.Relation {
    /// How to use a table: what of it may be added up, and a query.
    struct Use: Encodable {
        /// Which columns may be added, and over what.
        let sums: String
        /// A query that an analyst can run.
        let example: String
    }

    /// Nil if nothing is said about a table of this name.
    var use: Use? { Self.uses[name].map { Use(sums: $0.sums, example: $0.example) } }

    /// What identifies a row, and what may be added up.
    var usage: String {
        let grain = key.map { "`\($0)`" }.joined(separator: ", ")
        return (key.isEmpty ? "No columns identify a row." : "Key: \(grain).")
            + (use.map { " Adds up: \($0.sums)" } ?? "")
    }

    private static let counts = "All counts, over any rows. Divide sums for a rate; never average rates."
    private static let people = "Rows: count them. An installation is in one row only."
    private static let kept = "Nothing: it is a record."

    private static let uses: [String: (sums: String, example: String)] = [
        "activity_daily": (
            "Over apps only. A person active on two days is in both, so days can't be added.",
            "SELECT day, sum(active_28d) AS active_28d FROM activity_daily GROUP BY day ORDER BY day"
        ),
        "activity_weekly": (
            "Over apps only.",
            "SELECT week, reachable_28d, active_28d, reach_rate_28d FROM activity_weekly WHERE is_complete"
        ),
        "data_quality": (
            "Counts over apps, not latencies and rates.",
            "SELECT measure, value FROM data_quality WHERE measure LIKE 'latency%'"
        ),
        "decision_curve": (
            "Counts over apps, not over seconds: each row contains those before it.",
            "SELECT seconds, sum(granted) / sum(prompted) AS granted FROM decision_curve GROUP BY seconds ORDER BY seconds"
        ),
        "deliveries_daily": (
            "All counts, over days.",
            "SELECT sum(rejected) / sum(accepted + duplicate + rejected) AS rejected_share FROM deliveries_daily"
        ),
        "events": (
            "Rows: count them. Distinct installations of two groups can't be added.",
            """
            SELECT app_version, count(*) FROM events
            WHERE type = 'app_opened' AND effective_at >= (SELECT horizon()) - interval '30 days'
                AND occurred_at >= (SELECT horizon()) - interval '60 days'
            GROUP BY app_version
            """
        ),
        "findings": (
            "Nothing: each row is a finding.", "SELECT severity, rule, app_id, subject, told, since FROM findings"
        ),
        "installations": (
            people,
            """
            SELECT prompt_device_model, count(*) AS asked, avg((answer = 'granted')::integer) AS granted
            FROM installations WHERE answer <> 'open' AND prompt_at >= (SELECT horizon()) - interval '90 days'
            GROUP BY prompt_device_model
            """
        ),
        "key_numbers": (
            "`part` and `base` of one measure, over apps.",
            "SELECT app_id, rate, before, difference FROM key_numbers WHERE measure = 'grant_rate'"
        ),
        "marks": (kept, "SELECT day, app_id, kind, name FROM marks WHERE is_new ORDER BY day"),
        "notification_states_daily": (
            "`received` and `opened`, over any rows.",
            """
            SELECT app_state, sum(opened) FROM notification_states_daily
            WHERE trigger <> 'local' AND day >= stats.day((SELECT horizon())) - 7
            GROUP BY app_state
            """
        ),
        "notifications": (
            "Rows: count them. A person who was sent three is in three rows.",
            """
            SELECT campaign, count(*) AS sent, count(opened_at) AS opened, count(*) FILTER (WHERE is_influenced) AS influenced
            FROM notifications WHERE sent_at >= (SELECT horizon()) - interval '7 days'
            GROUP BY campaign
            """
        ),
        "openings": (
            "Rows: count them. Distinct installations of two groups can't be added.",
            """
            SELECT count(DISTINCT installation_id) AS openers FROM openings
            WHERE is_notification AND NOT is_local AND opened_at >= (SELECT horizon()) - interval '7 days'
            """
        ),
        "opens_by_campaign": (
            counts,
            "SELECT campaign, sum(opened_24h) / nullif(sum(sent_24h), 0) AS rate FROM opens_by_campaign GROUP BY campaign"
        ),
        "opens_by_hour": (
            counts, "SELECT hour, sum(direct_opens) / sum(sent) AS rate FROM opens_by_hour GROUP BY hour ORDER BY hour"
        ),
        "opens_daily": (
            "Counts of sends, over any rows. `openers` and `active` over OS versions of a day, not over days.",
            "SELECT day, sum(sent) AS sent, sum(openers) AS openers FROM opens_daily GROUP BY day ORDER BY day"
        ),
        "opens_weekly": (
            counts,
            """
            SELECT week, sum(opened_24h) / nullif(sum(sent_24h), 0) AS rate FROM opens_weekly
            WHERE is_complete GROUP BY week ORDER BY week
            """
        ),
        "opt_in_by_app_version": (counts, share("app_version", "opt_in_by_app_version")),
        "opt_in_by_locale": (counts, share("split_part(locale, '_', 1)", "opt_in_by_locale")),
        "opt_in_by_os": (
            counts + " Percentiles can't be added.", share("os_name", "opt_in_by_os")
        ),
        "opt_in_by_os_and_app_version": (counts, share("app_version", "opt_in_by_os_and_app_version")),
        "opt_in_by_variant": (counts, share("variant", "opt_in_by_variant")),
        "opt_in_changes": (
            "Counts of one dimension. Each dimension contains everybody, so dimensions can't be added.",
            "SELECT name, grant_rate, difference, p_adjusted FROM opt_in_changes WHERE dimension = 'locale'"
        ),
        "opt_in_daily": (counts, share("day", "opt_in_daily") + " ORDER BY day"),
        "opt_in_experiment_days": (
            "Nothing: each row contains the rows before it.",
            "SELECT day, difference_low, difference_high FROM opt_in_experiment_days WHERE variant = 'short' ORDER BY day"
        ),
        "opt_in_experiments": (
            "Nothing: the control is in the row of every variant.",
            "SELECT placement, variant, difference, difference_low, difference_high FROM opt_in_experiments WHERE is_clear"
        ),
        "opt_in_weekly": (counts, share("week", "opt_in_weekly") + " ORDER BY week"),
        "provisional_by_os": (
            counts,
            "SELECT sum(started) AS started, sum(pending) AS pending, sum(turned_off) AS turned_off FROM provisional_by_os"
        ),
        "published_report": (kept, "SELECT horizon, days FROM published_report ORDER BY horizon"),
        "published_row": (
            kept,
            "SELECT day, sum((counts ->> 'granted')::bigint) FROM published_row WHERE \"table\" = 'opt_in_daily' GROUP BY day"
        ),
        "quarantine": (
            "Rows: count them. Copies of a delivery have one row: `rejects` counts deliveries.",
            "SELECT app_id, reason, detail, count(*) FROM quarantine WHERE state = 'held' GROUP BY app_id, reason, detail"
        ),
        "reach_daily": (
            "Counts over apps and OS versions of a day, not over days: they are a level. `gained` and `lost` over days too.",
            "SELECT day, sum(reachable) AS reachable FROM reach_daily GROUP BY day ORDER BY day"
        ),
        "reach_weekly": (
            "Counts over apps and OS versions of a week, not over weeks: they are a level.",
            "SELECT week, sum(reachable) AS reachable FROM reach_weekly WHERE is_complete GROUP BY week ORDER BY week"
        ),
        "rejects": ("All counts.", "SELECT reason, count FROM rejects ORDER BY count DESC"),
        "restatements": (
            "Nothing: each row is a number that changed.",
            "SELECT \"table\", measure, count(*) AS days, min(day), max(day) FROM restatements GROUP BY \"table\", measure"
        ),
        "runs": (kept, "SELECT run, stage, ended_at - started_at AS took FROM runs WHERE outcome = 'failed'"),
        "status_history": (
            "Rows are spans: at any moment an installation is in at most one.",
            """
            SELECT date_trunc('week', status_from) AS week, count(*) AS turned_off FROM status_history
            WHERE status = 'denied' AND status_before = 'authorized' GROUP BY week ORDER BY week
            """
        ),
        "target": (kept, "SELECT app_id, measure, value FROM target"),
        "targets": (
            "Nothing: a target is compared with its rate.",
            """
            SELECT key_numbers.app_id, key_numbers.measure, key_numbers.rate, targets.target
            FROM key_numbers INNER JOIN targets USING (app_id, measure)
            """
        ),
        "team_mark": (kept, "SELECT day, app_id, name FROM team_mark ORDER BY day"),
        "win_back_by_os": (
            counts, "SELECT sum(returned) / nullif(sum(asked), 0) AS return_rate FROM win_back_by_os"
        ),
    ]

    /// Returns a query for the opt-in rate by `what`.
    private static func share(_ what: String, _ table: String) -> String {
        let name = what.contains("(") ? "language" : what
        return """
            SELECT \(what == name ? name : "\(what) AS \(name)"), sum(granted) / nullif(sum(decided + undecided), 0) AS opt_in
            FROM \(table) GROUP BY \(name)
            """
    }
}
