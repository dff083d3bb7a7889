import Pages
import Postgres

/// A table of the report: its name, its query, and whether the result becomes a CSV file, rows for the pages, or both.
struct ReportTable: Sendable {
    /// Where a table's rows go.
    enum Use: Sendable {
        /// A CSV file with all columns.
        case file
        /// Rows for the pages, without a CSV file.
        case pages
        /// Both. The CSV file has the first `fileColumns` columns. If the query returns a column `level` (`version` for
        /// an OS version, `major` for a major OS version, `app` for the whole app), the file has only the rows of level
        /// `version`.
        case both(fileColumns: Int)
    }

    let name: String
    /// Whether each row belongs to a day and is the same in every range that contains the day.
    let isByDay: Bool
    /// Whether the table is the same for every range.
    let isOfAnyRange: Bool
    private let use: Use
    private let query: Statement
    /// The number of elements of `ReportParameters.values` that the query takes.
    private let parameterCount: Int

    private init(
        _ name: String, _ use: Use, isByDay: Bool = false, isOfAnyRange: Bool = false,
        taking parameterCount: Int = 5, _ query: Statement
    ) {
        self.name = name
        self.isByDay = isByDay
        self.isOfAnyRange = isOfAnyRange
        self.use = use
        self.query = query
        self.parameterCount = parameterCount
    }

    /// Runs the query.
    func read(_ parameters: ReportParameters, _ connection: borrowing Connection) throws -> QueryResult {
        try connection.execute(query, Array(parameters.values.prefix(parameterCount)))
    }

    /// All tables, grouped so that one session reads a whole group. Tables of a group share intermediate counts, which
    /// a session computes only once. Every other table is a group of one.
    static var groups: [[ReportTable]] {
        let common: [Set] = [
            ["opt_in_daily", "opt_in_trend", "restatements"],
            ["key_numbers", "opt_in_changes"],
            ["opt_in_by_app_version", "opt_in_by_os_and_app_version", "opt_in_by_variant", "opt_in_variants"],
            ["opt_in_experiments", "opt_in_experiment_days"],
        ]
        let alone = all.filter { table in !common.contains { $0.contains(table.name) } }
        return common.map { names in all.filter { names.contains($0.name) } } + alone.map { [$0] }
    }

    /// The names of the tables that need sends or activity.
    static let ofEngagement: Set = [
        "opens_daily", "opens_by_campaign", "opens_by_hour", "notification_states_daily", "notification_states",
        "activity_daily", "restatements", "key_numbers", "opens_page",
    ]

    /// Returns the CSV text, or nil if the table has no file. Leaves out days before `first` unless that is nil.
    func csv(of result: borrowing QueryResult, since first: Day?) -> String? {
        switch use {
        case .file: CSV.text(of: result, since: first)
        case .pages: nil
        case .both(let columns): CSV.text(of: result, columns: columns, level: "version", since: first)
        }
    }

    /// Whether the pages use its rows.
    var isOnPages: Bool { if case .file = use { false } else { true } }

    /// The names of the tables that are CSV files, in the order in which pages list them.
    static var files: [String] {
        all.compactMap { table in if case .pages = table.use { nil } else { table.name } }
    }
}

extension ReportParameters {
    /// The query parameters $1 to $5: first day, last day, horizon (only events received by then count), minimum cell
    /// (rows of fewer people are withheld; 0 is off), and app (NULL for all). Some queries take only the first few.
    var values: [Parameter] {
        [
            .optional(from?.description), .optional(to?.description), .optional(horizon), .int(minimumCell),
            .optional(app),
        ]
    }
}

extension ReportTable {
    /// All tables of the report.
    static let all = [
        ReportTable(
            "opt_in_by_os", .both(fileColumns: 23),
            Statement(
                "opt_in_by_os",
                """
                SELECT
                    page.app_id, page.os_name, page.os_version, (page.funnel).*, (page.decisions).*,
                    page.retained_7d_rate, page.retained_7d_rate_low, page.retained_7d_rate_high,
                    page.retained_30d_rate, page.retained_30d_rate_low, page.retained_30d_rate_high,
                    page.decided_rate, page.decided_rate_low, page.decided_rate_high,
                    page.difference, page.difference_low, page.difference_high, page.p, page.p_adjusted, page.level
                FROM projection.opt_in_page($1::date, $2::date, $3::timestamptz, $4::integer) AS page
                WHERE $5::text IS NULL OR page.app_id = $5::text
                ORDER BY
                    page.app_id COLLATE "C", page.os_name COLLATE "C", string_to_array(page.os_version, '.')::integer[]
                """)),
        ReportTable(
            "opt_in_daily", .file, isByDay: true,
            Statement(
                "opt_in_daily",
                """
                SELECT
                    opt_in_daily.app_id, opt_in_daily.day, opt_in_daily.os_name, opt_in_daily.os_version,
                    opt_in_daily.prompted, opt_in_daily.decided, opt_in_daily.granted, opt_in_daily.denied,
                    opt_in_daily.undecided, opt_in_daily.open_window
                FROM analytics.opt_in_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_daily
                WHERE $5::text IS NULL OR opt_in_daily.app_id = $5::text
                """)),
        ReportTable(
            "opt_in_by_app_version", .both(fileColumns: 11),
            Statement(
                "opt_in_by_app_version",
                """
                SELECT opt_in_by_app_version.*
                FROM analytics.opt_in_by_app_version($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_app_version
                WHERE $5::text IS NULL OR opt_in_by_app_version.app_id = $5::text
                """)),
        ReportTable(
            "opt_in_by_os_and_app_version", .both(fileColumns: 13),
            Statement(
                "opt_in_by_os_and_app_version",
                """
                SELECT page.app_id, page.os_name, page.os_version, page.app_version, (page.funnel).*, page.level
                FROM projection.opt_in_table(
                    $1::date, $2::date, $3::timestamptz, $4::integer, '{os_major,os_version,app_version}'
                ) AS page
                WHERE $5::text IS NULL OR page.app_id = $5::text
                """)),
        ReportTable(
            "opt_in_by_variant", .file,
            Statement(
                "opt_in_by_variant",
                """
                SELECT opt_in_by_variant.*
                FROM analytics.opt_in_by_variant($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_variant
                WHERE $5::text IS NULL OR opt_in_by_variant.app_id = $5::text
                """)),
        ReportTable(
            "opt_in_changes", .both(fileColumns: 21),
            Statement(
                "opt_in_changes",
                """
                SELECT opt_in_changes.*
                FROM analytics.opt_in_changes($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_changes
                WHERE $5::text IS NULL OR opt_in_changes.app_id = $5::text
                """)),
        ReportTable(
            "opt_in_experiments", .both(fileColumns: 15), isOfAnyRange: true,
            Statement(
                "opt_in_experiments",
                """
                SELECT
                    compared.app_id, compared.placement, compared.variant, compared.control, compared.started,
                    compared.granted, compared.settled, compared.grant_rate, compared.granted_control,
                    compared.settled_control, compared.grant_rate_control, compared.difference,
                    compared.difference_low, compared.difference_high, compared.is_clear::text, compared.split_p
                FROM projection.opt_in_experiments($3::timestamptz, $4::integer) AS compared
                -- An experiment has its own days, so the range matters only if it is empty.
                WHERE $1::date <= $2::date AND ($5::text IS NULL OR compared.app_id = $5::text)
                """)),
        ReportTable(
            "opt_in_experiment_days", .both(fileColumns: 11), isOfAnyRange: true,
            Statement(
                "opt_in_experiment_days",
                """
                SELECT opt_in_experiment_days.*
                FROM analytics.opt_in_experiment_days($3::timestamptz, $4::integer) AS opt_in_experiment_days
                WHERE $1::date <= $2::date AND ($5::text IS NULL OR opt_in_experiment_days.app_id = $5::text)
                """)),
        ReportTable(
            "provisional_by_os", .both(fileColumns: 14),
            Statement(
                "provisional_by_os",
                """
                SELECT
                    page.app_id, page.os_name, page.os_version, (page.trials).*, turned_off.rate AS turned_off_rate,
                    turned_off.low AS turned_off_rate_low, turned_off.high AS turned_off_rate_high,
                    pending.rate AS pending_rate, pending.low AS pending_rate_low, pending.high AS pending_rate_high,
                    page.level
                FROM projection.provisional_levels($1::date, $2::date, $3::timestamptz, $4::integer) AS page
                CROSS JOIN LATERAL stats.published_rate((page.trials).turned_off, (page.trials).started) AS turned_off
                CROSS JOIN LATERAL stats.published_rate((page.trials).pending, (page.trials).started) AS pending
                WHERE $5::text IS NULL OR page.app_id = $5::text
                ORDER BY
                    page.app_id COLLATE "C", page.os_name COLLATE "C", string_to_array(page.os_version, '.')::integer[]
                """)),
        ReportTable(
            "win_back_by_os", .both(fileColumns: 9),
            Statement(
                "win_back_by_os",
                """
                SELECT page.app_id, page.os_name, page.os_version, (page.win_back).*, page.level
                FROM projection.win_back_levels($1::date, $2::date, $3::timestamptz, $4::integer) AS page
                WHERE $5::text IS NULL OR page.app_id = $5::text
                ORDER BY
                    page.app_id COLLATE "C", page.os_name COLLATE "C", string_to_array(page.os_version, '.')::integer[]
                """)),
        ReportTable(
            "reach_daily", .file, isByDay: true,
            Statement(
                "reach_daily",
                """
                SELECT reach_daily.*
                FROM analytics.reach_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS reach_daily
                WHERE $5::text IS NULL OR reach_daily.app_id = $5::text
                """)),
        ReportTable(
            "opens_daily", .file, isByDay: true,
            Statement(
                "opens_daily",
                """
                SELECT opens_daily.*
                FROM analytics.opens_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS opens_daily
                WHERE $5::text IS NULL OR opens_daily.app_id = $5::text
                """)),
        ReportTable(
            "opens_by_campaign", .both(fileColumns: 16),
            Statement(
                "opens_by_campaign",
                """
                SELECT
                    opens_by_campaign.*,
                    stats.published(
                        stats.wilson_low(opens_by_campaign.influenced_opens, opens_by_campaign.sent)
                    ) AS influenced_open_rate_low,
                    stats.published(
                        stats.wilson_high(opens_by_campaign.influenced_opens, opens_by_campaign.sent)
                    ) AS influenced_open_rate_high
                FROM analytics.opens_by_campaign($1::date, $2::date, $3::timestamptz, $4::integer) AS opens_by_campaign
                WHERE $5::text IS NULL OR opens_by_campaign.app_id = $5::text
                """)),
        ReportTable(
            "opens_by_hour", .both(fileColumns: 8),
            Statement(
                "opens_by_hour",
                """
                SELECT opens_by_hour.*
                FROM analytics.opens_by_hour($1::date, $2::date, $3::timestamptz, $4::integer) AS opens_by_hour
                WHERE $5::text IS NULL OR opens_by_hour.app_id = $5::text
                """)),
        ReportTable(
            "activity_daily", .both(fileColumns: 9), isByDay: true,
            Statement(
                "activity_daily",
                """
                SELECT
                    activity_daily.*,
                    stats.published(
                        stats.wilson_low(activity_daily.reachable_28d, activity_daily.active_28d)
                    ) AS reach_rate_28d_low,
                    stats.published(
                        stats.wilson_high(activity_daily.reachable_28d, activity_daily.active_28d)
                    ) AS reach_rate_28d_high
                FROM analytics.activity_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS activity_daily
                WHERE $5::text IS NULL OR activity_daily.app_id = $5::text
                """)),
        ReportTable(
            "notification_states_daily", .file, isByDay: true,
            Statement(
                "notification_states_daily",
                """
                SELECT states.*
                FROM analytics.notification_states_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS states
                WHERE $5::text IS NULL OR states.app_id = $5::text
                """)),
        ReportTable(
            "notification_states", .pages,
            Statement(
                "notification_states",
                """
                SELECT
                    total.app_id, total.app_state, total.remote, total.local, total.received,
                    remote.rate AS remote_share, remote.low AS remote_share_low, remote.high AS remote_share_high,
                    local.rate AS local_share, local.low AS local_share_low, local.high AS local_share_high,
                    received.rate AS received_share, received.low AS received_share_low,
                    received.high AS received_share_high
                FROM (
                    SELECT
                        counted.*,
                        (sum(counted.remote) OVER of_app)::bigint AS all_remote,
                        (sum(counted.local) OVER of_app)::bigint AS all_local,
                        (sum(counted.received) OVER of_app)::bigint AS all_received
                    FROM (
                        SELECT
                            states.app_id,
                            states.app_state,
                            coalesce(sum(states.opened) FILTER (WHERE states.trigger <> 'local'), 0)::bigint AS remote,
                            coalesce(sum(states.opened) FILTER (WHERE states.trigger = 'local'), 0)::bigint AS local,
                            coalesce(sum(states.received), 0)::bigint AS received
                        FROM analytics.notification_states_daily(
                            $1::date, $2::date, $3::timestamptz, $4::integer
                        ) AS states
                        WHERE $5::text IS NULL OR states.app_id = $5::text
                        GROUP BY states.app_id, states.app_state
                    ) AS counted
                    WINDOW of_app AS (PARTITION BY counted.app_id)
                ) AS total
                CROSS JOIN LATERAL stats.published_rate(total.remote, total.all_remote) AS remote
                CROSS JOIN LATERAL stats.published_rate(total.local, total.all_local) AS local
                CROSS JOIN LATERAL stats.published_rate(total.received, total.all_received) AS received
                ORDER BY total.app_id COLLATE "C", total.app_state COLLATE "C"
                """)),
        ReportTable(
            "restatements", .both(fileColumns: 9), isOfAnyRange: true,
            Statement(
                "restatements",
                """
                SELECT restatements.*
                FROM analytics.restatements($3::timestamptz, $4::integer, $5::text) AS restatements
                -- The days are those of the earlier report, so the range matters only if it is empty.
                WHERE $1::date <= $2::date
                """)),
        ReportTable(
            "data_quality", .both(fileColumns: 3),
            Statement(
                "data_quality",
                """
                SELECT
                    data_quality.*,
                    late.low AS value_low,
                    late.high AS value_high,
                    late.events AS value_base,
                    share.rate AS share,
                    share.low AS share_low,
                    share.high AS share_high
                FROM analytics.data_quality($1::date, $2::date, $3::timestamptz) AS data_quality
                LEFT JOIN (
                    SELECT app.app_id, sum(cell.over_24h)::bigint AS over_24h, sum(cell.events)::bigint AS events
                    FROM projection.quality($1::date, $2::date, $3::timestamptz, 'app_version') AS cell
                    INNER JOIN log.app ON app.app = cell.app
                    GROUP BY app.app_id
                ) AS total ON total.app_id = data_quality.app_id
                LEFT JOIN LATERAL (
                    SELECT total.events, published.low, published.high
                    FROM stats.published_rate(total.over_24h, total.events) AS published
                    WHERE data_quality.measure = 'latency_over_24h_rate'
                ) AS late ON true
                -- The measures that count events, without that of a sample. After an erasure, opens without a send can
                -- outnumber the events that are left.
                LEFT JOIN LATERAL stats.published_rate(
                    CASE
                        WHEN data_quality.measure IN (
                            'orphan_decisions', 'unsent_opens', 'clocks_corrected', 'status_jumps'
                        ) AND data_quality.value <= total.events THEN data_quality.value::bigint
                    END,
                    total.events
                ) AS share ON true
                -- No row describes people, so the minimum cell ($4) withholds nothing. The condition is always true: it
                -- is here because PostgreSQL can't determine the type of a parameter that the query does not use.
                WHERE $4::integer >= 0 AND ($5::text IS NULL OR data_quality.app_id = $5::text)
                ORDER BY data_quality.app_id COLLATE "C", data_quality.measure COLLATE "C"
                """)),
        // Deliveries and rejects are counted for all apps together, so these queries take neither minimum cell nor app.
        ReportTable(
            "deliveries_daily", .both(fileColumns: 4), isByDay: true, taking: 3,
            Statement(
                "deliveries_daily",
                """
                SELECT deliveries_daily.*
                FROM analytics.deliveries_daily($1::date, $2::date, $3::timestamptz) AS deliveries_daily
                """)),
        ReportTable(
            "rejects", .both(fileColumns: 2), taking: 3,
            Statement(
                "rejects",
                "SELECT rejects.* FROM analytics.rejects($1::date, $2::date, $3::timestamptz) AS rejects")),
        ReportTable(
            "reject_examples", .pages, taking: 3,
            Statement(
                "reject_examples",
                """
                SELECT reject_examples.*
                FROM analytics.reject_examples($1::date, $2::date, $3::timestamptz) AS reject_examples
                """)),
        ReportTable(
            "key_numbers", .both(fileColumns: 19),
            Statement(
                "key_numbers",
                """
                SELECT key_numbers.*
                FROM analytics.key_numbers($1::date, $2::date, $3::timestamptz, $4::integer) AS key_numbers
                WHERE $5::text IS NULL OR key_numbers.app_id = $5::text
                """)),
        ReportTable(
            "marks", .both(fileColumns: 5), isByDay: true,
            Statement(
                "marks",
                """
                SELECT marks.app_id, marks.day, marks.kind, marks.name, marks.is_new::text
                FROM analytics.marks($1::date, $2::date, $3::timestamptz, $4::integer) AS marks
                WHERE $5::text IS NULL OR marks.app_id = $5::text
                """)),
        ReportTable(
            "targets", .both(fileColumns: 3), isOfAnyRange: true,
            Statement(
                "targets",
                """
                SELECT targets.app_id, targets.measure, targets.target
                FROM analytics.targets
                -- Targets are of no day and of no people. The conditions are here because PostgreSQL can't determine the
                -- type of a parameter that the query does not use.
                WHERE $1::date <= $2::date AND $3::timestamptz IS NOT NULL AND $4::integer >= 0
                    AND ($5::text IS NULL OR targets.app_id = $5::text)
                ORDER BY targets.app_id COLLATE "C", targets.measure COLLATE "C"
                """)),
        ReportTable(
            "opt_in_trend", .pages, isByDay: true,
            Statement(
                "opt_in_trend",
                """
                SELECT opt_in_trend.*
                FROM projection.opt_in_trend($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_trend
                WHERE $5::text IS NULL OR opt_in_trend.app_id = $5::text
                """)),
        ReportTable(
            "opt_in_variants", .pages,
            Statement(
                "opt_in_variants",
                """
                SELECT
                    opt_in_variants.app_id, opt_in_variants.placement, opt_in_variants.variant,
                    opt_in_variants.is_control, (opt_in_variants.funnel).*, opt_in_variants.difference,
                    opt_in_variants.difference_low, opt_in_variants.difference_high, opt_in_variants.p,
                    opt_in_variants.p_adjusted
                FROM projection.opt_in_variants($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_variants
                WHERE $5::text IS NULL OR opt_in_variants.app_id = $5::text
                """)),
        ReportTable(
            "decision_curve", .both(fileColumns: 15),
            Statement(
                "decision_curve",
                """
                SELECT decision_curve.*
                FROM analytics.decision_curve($1::date, $2::date, $3::timestamptz, $4::integer) AS decision_curve
                WHERE $5::text IS NULL OR decision_curve.app_id = $5::text
                """)),
        ReportTable(
            "opens_page", .pages,
            Statement(
                "opens_page",
                """
                SELECT
                    page.level, page.app_id, page.day, page.os_name, page.os_version, page.is_open, (page.opens).*,
                    (page.opens_24h).*,
                    influenced.low AS influenced_open_rate_low, influenced.high AS influenced_open_rate_high,
                    total.low AS total_open_rate_low, total.high AS total_open_rate_high
                FROM projection.opens_levels(
                    $1::date, $2::date, $3::timestamptz, $4::integer,
                    -- Plots of more than 120 days are by week.
                    ARRAY['app', CASE WHEN $2::date - $1::date < 120 THEN 'day' ELSE 'week' END, 'major', 'version']
                ) AS page
                CROSS JOIN LATERAL stats.published_rate((page.opens).influenced_opens, (page.opens).sent) AS influenced
                CROSS JOIN LATERAL stats.published_rate(
                    (page.opens).direct_opens + (page.opens).influenced_opens, (page.opens).sent
                ) AS total
                -- A week that began before the range is not whole.
                WHERE ($5::text IS NULL OR page.app_id = $5::text)
                    AND (page.level <> 'week' OR page.day >= $1::date + 6)
                ORDER BY
                    page.app_id COLLATE "C", page.level COLLATE "C", page.day, page.os_name COLLATE "C",
                    string_to_array(page.os_version, '.')::integer[]
                """)),
        ReportTable(
            "reach_page", .pages, isByDay: true,
            Statement(
                "reach_page",
                """
                SELECT
                    page.level, page.app_id, page.day, page.os_name, page.os_version, (page.standing).*, page.reach_rate,
                    page.reach_rate_low, page.reach_rate_high
                FROM projection.reach_page($1::date, $2::date, $3::timestamptz, $4::integer) AS page
                WHERE $5::text IS NULL OR page.app_id = $5::text
                """)),
    ]
}
