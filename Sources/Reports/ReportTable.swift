import Postgres

/// A table of the report: its name, and the query that takes a range of days, a horizon and, where they matter, a minimum
/// cell and an app.
struct ReportTable: Sendable {
    let name: String
    private let query: Statement
    /// How many of the parameters the query takes.
    private let parameterCount: Int

    private init(_ name: String, taking parameterCount: Int = 5, _ query: Statement) {
        self.name = name
        self.query = query
        self.parameterCount = parameterCount
    }

    func csv(_ parameters: ReportParameters, _ connection: borrowing Connection) throws -> String {
        CSV.text(of: try connection.execute(query, Array(parameters.values.prefix(parameterCount))))
    }
}

extension ReportParameters {
    /// First day, last day, horizon, minimum cell, app: what the queries of a report take, some of them less.
    var values: [Parameter] {
        [
            .optional(from?.description), .optional(to?.description), .optional(horizon), .int(minimumCell),
            .optional(app),
        ]
    }
}

extension ReportTable {
    static let all = [
        ReportTable(
            "opt_in_by_os",
            Statement(
                "opt_in_by_os",
                """
                SELECT opt_in_by_os.*
                FROM analytics.opt_in_by_os($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_os
                WHERE $5::text IS NULL OR opt_in_by_os.app_id = $5::text
                """)),
        ReportTable(
            "opt_in_daily",
            Statement(
                "opt_in_daily",
                """
                SELECT opt_in_daily.*
                FROM analytics.opt_in_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_daily
                WHERE $5::text IS NULL OR opt_in_daily.app_id = $5::text
                """)),
        ReportTable(
            "opt_in_by_app_version",
            Statement(
                "opt_in_by_app_version",
                """
                SELECT opt_in_by_app_version.*
                FROM analytics.opt_in_by_app_version($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_app_version
                WHERE $5::text IS NULL OR opt_in_by_app_version.app_id = $5::text
                """)),
        ReportTable(
            "opt_in_by_variant",
            Statement(
                "opt_in_by_variant",
                """
                SELECT opt_in_by_variant.*
                FROM analytics.opt_in_by_variant($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_variant
                WHERE $5::text IS NULL OR opt_in_by_variant.app_id = $5::text
                """)),
        ReportTable(
            "provisional_by_os",
            Statement(
                "provisional_by_os",
                """
                SELECT provisional_by_os.*
                FROM analytics.provisional_by_os($1::date, $2::date, $3::timestamptz, $4::integer) AS provisional_by_os
                WHERE $5::text IS NULL OR provisional_by_os.app_id = $5::text
                """)),
        ReportTable(
            "win_back_by_os",
            Statement(
                "win_back_by_os",
                """
                SELECT win_back_by_os.*
                FROM analytics.win_back_by_os($1::date, $2::date, $3::timestamptz, $4::integer) AS win_back_by_os
                WHERE $5::text IS NULL OR win_back_by_os.app_id = $5::text
                """)),
        ReportTable(
            "reach_daily",
            Statement(
                "reach_daily",
                """
                SELECT reach_daily.*
                FROM analytics.reach_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS reach_daily
                WHERE $5::text IS NULL OR reach_daily.app_id = $5::text
                """)),
        ReportTable(
            "opens_daily",
            Statement(
                "opens_daily",
                """
                SELECT opens_daily.*
                FROM analytics.opens_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS opens_daily
                WHERE $5::text IS NULL OR opens_daily.app_id = $5::text
                """)),
        ReportTable(
            "opens_by_campaign",
            Statement(
                "opens_by_campaign",
                """
                SELECT opens_by_campaign.*
                FROM analytics.opens_by_campaign($1::date, $2::date, $3::timestamptz, $4::integer) AS opens_by_campaign
                WHERE $5::text IS NULL OR opens_by_campaign.app_id = $5::text
                """)),
        ReportTable(
            "activity_daily",
            Statement(
                "activity_daily",
                """
                SELECT activity_daily.*
                FROM analytics.activity_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS activity_daily
                WHERE $5::text IS NULL OR activity_daily.app_id = $5::text
                """)),
        ReportTable(
            "data_quality",
            Statement(
                "data_quality",
                """
                SELECT data_quality.*
                FROM analytics.data_quality($1::date, $2::date, $3::timestamptz) AS data_quality
                -- No row of it tells of people: the minimum cell changes nothing.
                WHERE $4::integer >= 0 AND ($5::text IS NULL OR data_quality.app_id = $5::text)
                """)),
        // Deliveries are of all apps.
        ReportTable(
            "deliveries_daily", taking: 3,
            Statement(
                "deliveries_daily",
                """
                SELECT deliveries_daily.*
                FROM analytics.deliveries_daily($1::date, $2::date, $3::timestamptz) AS deliveries_daily
                """)),
        ReportTable(
            "rejects", taking: 3,
            Statement(
                "rejects",
                "SELECT rejects.* FROM analytics.rejects($1::date, $2::date, $3::timestamptz) AS rejects")),
    ]
}
