import EventLog
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

    private static let query = SQLFiles.statement("queries/findings.sql")
}
