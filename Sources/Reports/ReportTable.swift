import EventLog
import Pages
import Postgres

/// A table of the report, as the catalogue has it: its name, its query, and whether the result becomes a CSV file, rows
/// for the pages, or both.
package struct ReportTable: Sendable {
    let name: String
    /// Whether each row belongs to a day and is the same in every range that contains the day.
    let isByDay: Bool
    /// Whether the table is the same for every range.
    let isOfAnyRange: Bool
    private let isFile: Bool
    /// Whether the pages use its rows.
    let isOnPages: Bool
    private let query: Statement
    /// The number of elements of `ReportParameters.values` that the query takes.
    private let parameterCount: Int

    private init(_ table: Catalogue.Reported) {
        name = table.name
        (isByDay, isOfAnyRange) = (table.range == .day, table.range == .any)
        (isFile, isOnPages) = (table.report.contains(.file), table.report.contains(.pages))
        // What is counted for all apps together, as deliveries are, takes neither minimum cell nor app.
        let columns = table.keys + SQLFiles.catalogue.fileColumnNames(of: table.name)
        parameterCount = columns.contains("app_id") ? 5 : 3
        query = Self.query(name, taking: parameterCount)
    }

    /// All tables of the report.
    static let all = SQLFiles.catalogue.reported.map(ReportTable.init)

    /// Returns the query of a table: its file, otherwise all rows of the function of `analytics` that has its name.
    private static func query(_ name: String, taking parameterCount: Int) -> Statement {
        let path = "queries/report/\(name).sql"
        if SQLFiles.paths(under: "queries/report").contains(path) { return SQLFiles.statement(path) }
        let parameters = ["$1::date", "$2::date", "$3::timestamptz", "$4::integer"].prefix(parameterCount)
        let ofApp = parameterCount < 5 ? "" : "WHERE $5::text IS NULL OR made.app_id = $5::text"
        return Statement(
            file: "table \(name)",
            text: "SELECT made.* FROM analytics.\(name)(\(parameters.joined(separator: ", "))) AS made \(ofApp)")
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
            ["key_numbers", "opt_in_by", "opt_in_changes", "rests", "turn_offs_by_campaign", "verdicts"],
            ["opt_in_experiments", "opt_in_experiment_days", "lone_arms"],
        ]
        let alone = all.filter { table in !common.contains { $0.contains(table.name) } }
        return common.map { names in all.filter { names.contains($0.name) } } + alone.map { [$0] }
    }

    /// The names of the tables that need sends or activity.
    static let ofEngagement: Set = [
        "opens_daily", "opens_by_campaign", "opens_by_hour", "opens_by_level", "notification_states_daily",
        "notification_states", "turn_offs_daily", "turn_offs_by_campaign", "turn_offs_by_frequency", "open_curve",
        "campaign_page", "activity_daily", "restatements", "key_numbers", "opens_page", "rests", "verdicts",
    ]

    /// The names of the tables that a digest needs.
    static let ofDigest: Set = [
        "key_numbers", "marks", "opt_in_by_os", "opt_in_changes", "opt_in_experiments", "reach_page", "verdicts",
    ]

    /// Returns the CSV text, or nil if the table has no file. The file has the columns that the catalogue says, which
    /// the query returns first. Leaves out days before `first` unless that is nil.
    func csv(of result: borrowing QueryResult, since first: Day?) -> String? {
        isFile
            ? CSV.text(of: result, columns: SQLFiles.catalogue.fileColumnNames(of: name).count, since: first) : nil
    }

    /// The names of the tables that are CSV files, in the order in which pages list them.
    package static var files: [String] {
        all.filter(\.isFile).map(\.name)
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
