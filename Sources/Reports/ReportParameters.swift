import Postgres

/// What a report was asked for; what is nil follows from the data.
public struct ReportRequest: Sendable {
    /// First and last day, inclusive.
    public var from: Day?
    public var to: Day?
    /// Only this app.
    public var app: String?
    /// Rows of fewer people are withheld; 0 is off.
    public var minimumCell: Int
    /// The horizon, in a form that PostgreSQL reads as `timestamptz`.
    public var asOf: String?
    /// A folder whose templates, style sheet and script stand in the place of those compiled in.
    public var templates: String?
    /// Whether there are pages and tables of the last 7 and 28 days, too.
    package var hasShorterRanges = true

    public init(
        from: Day? = nil, to: Day? = nil, app: String? = nil, minimumCell: Int = 0, asOf: String? = nil,
        templates: String? = nil
    ) {
        self.from = from
        self.to = to
        self.app = app
        self.minimumCell = minimumCell
        self.asOf = asOf
        self.templates = templates
    }
}

/// The parameters that a report is a function of, besides the log.
struct ReportParameters: Sendable {
    /// First and last day; nil where the log holds nothing.
    var from: Day?
    let to: Day?
    let app: String?
    let minimumCell: Int
    /// RFC 3339 in UTC, to the microsecond; nil where the log holds nothing.
    let horizon: String?
    let timeZone: String
    let conversionWindowSeconds: Int
    let openWindowSeconds: Int
    let influenceWindowSeconds: Int
    /// The position of the log that the projections hold.
    let position: Int
    /// The number of the newest erasure that the report can know of; 0: none.
    let erasure: Int
    /// Below the report's folder, with its slash; empty for the report's own range.
    var folder = ""
    let hasShorterRanges: Bool
    /// The horizon of the report whose numbers are compared with what they are now; nil where none was kept.
    let comparedHorizon: String?

    /// Resolves a request against the database. Throws where `from` lies after `to`.
    static func resolve(_ request: ReportRequest, _ connection: borrowing Connection) throws -> ReportParameters {
        let found = try connection.execute(
            Self.query,
            [
                .optional(request.asOf), .optional(request.from?.description), .optional(request.to?.description),
                .int(request.minimumCell), .optional(request.app),
            ])
        let parameters = ReportParameters(
            from: found.text(0, 1).flatMap { Day($0) }, to: found.text(0, 2).flatMap { Day($0) }, app: request.app,
            minimumCell: request.minimumCell, horizon: found.text(0, 0), timeZone: found.text(0, 3) ?? "UTC",
            conversionWindowSeconds: try found.int(0, 4) ?? 0, openWindowSeconds: try found.int(0, 5) ?? 0,
            influenceWindowSeconds: try found.int(0, 6) ?? 0, position: try found.int(0, 7) ?? 0,
            erasure: try found.int(0, 9) ?? 0, hasShorterRanges: request.hasShorterRanges,
            comparedHorizon: found.text(0, 8))
        if let from = parameters.from, let to = parameters.to, from > to {
            throw ReportError.range(from: from, to: to)
        }
        return parameters
    }

    /// `--to` alone moves `from` with it.
    private static let query = Statement(
        "resolve parameters",
        """
        SELECT
            to_char(horizon.moment, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
            coalesce($2::date, coalesce($3::date, stats.day(horizon.moment) - 1) - 89),
            coalesce($3::date, stats.day(horizon.moment) - 1),
            settings.time_zone,
            settings.conversion_window_seconds,
            settings.open_window_seconds,
            settings.influence_window_seconds,
            (SELECT coalesce(min(checkpoint.position), 0) FROM projection.checkpoint),
            (
                SELECT to_char(earlier.horizon, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                FROM projection.earlier_report(horizon.moment, $4::integer, $5::text) AS earlier
            ),
            projection.last_erasure()
        FROM projection.settings
        CROSS JOIN (
            SELECT CASE WHEN analytics.horizon() IS NOT NULL
                THEN coalesce($1::timestamptz, analytics.horizon()) END AS moment
        ) AS horizon
        """)
}

extension ReportParameters {
    /// The ranges that the report has pages of; none where the log holds nothing.
    var choices: [RangeChoice] {
        guard hasShorterRanges, let from, let to else { return [] }
        return RangeChoice.all(from: from, to: to)
    }

    /// The same for each range that is shorter than the report's own.
    var shorter: [ReportParameters] {
        choices.dropLast().map { choice in
            var shorter = self
            (shorter.from, shorter.folder) = (choice.from, choice.folder)
            return shorter
        }
    }
}

extension PageHead {
    /// What the pages of one of the report's ranges say alike.
    init(_ parameters: ReportParameters, among choices: [RangeChoice]) {
        self.init(
            from: parameters.from, to: parameters.to, timeZone: parameters.timeZone, horizon: parameters.horizon,
            conversionWindowSeconds: parameters.conversionWindowSeconds,
            openWindowSeconds: parameters.openWindowSeconds,
            influenceWindowSeconds: parameters.influenceWindowSeconds, minimumCell: parameters.minimumCell,
            comparedHorizon: parameters.comparedHorizon)
        (self.choices, folder) = (choices, parameters.folder)
    }
}
