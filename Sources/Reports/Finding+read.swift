import Pages
import Postgres

extension Finding {
    /// Reads the findings as of the report's last day, most severe first. None if the range is empty.
    static func read(_ parameters: ReportParameters, _ connection: borrowing Connection) throws -> [Finding] {
        let found = try connection.execute(query, parameters.values)
        return (0..<found.rowCount).map { row in
            let number = { column in found.text(row, column).flatMap { Double($0) } }
            return Finding(
                found.text(row, 1).flatMap { Severity(rawValue: $0) } ?? .info, found.text(row, 2) ?? "",
                app: found.text(row, 0), subject: found.text(row, 3), told: found.text(row, 4),
                since: found.text(row, 5) ?? "", before: number(6), after: number(7), difference: number(8),
                low: number(9), high: number(10), pAdjusted: number(11))
        }
    }

    /// An alert is new if no report of an earlier state told it; without such a report, all are.
    ///
    /// Includes `rejects` even if the report is limited to one app, because deliveries are counted for all apps
    /// together.
    private static let query = Statement(
        "findings",
        """
        SELECT findings.*
        FROM analytics.findings(
            $2::date, $3::timestamptz, $4::integer,
            coalesce(
                (
                    SELECT earlier.to_day
                    FROM projection.earlier_report($3::timestamptz, $4::integer, $5::text) AS earlier
                ),
                '-infinity'
            )
        ) AS findings
        WHERE $2::date >= $1::date
            AND ($5::text IS NULL OR findings.app_id = $5::text OR findings.rule = 'rejects')
        """)
}
