import EventLog
import Pages
import Postgres
import Reports
import TestSupport

extension History {
    /// Makes and publishes a report, and returns the lines of one of its tables without the header.
    @discardableResult
    func report(
        _ request: ReportRequest = ReportRequest(), _ table: String = "restatements"
    ) async throws -> [String] {
        let report = try await makeReport(request)
        try await withSession { try await report.publication?.keep(on: $0) }
        return report.texts["csv/\(table).csv"]?.split(separator: "\n").dropFirst().map(String.init) ?? []
    }

    /// Projects, and makes a report without publishing it.
    func makeReport(_ request: ReportRequest = ReportRequest()) async throws -> Report {
        try await project()
        return try await withSession { session in
            try await Report.make(request, Report.Versions(program: "test", schema: 0), on: session)
        }
    }

    /// Returns the number of published reports that are kept.
    func kept() async throws -> Int {
        Int(try await log.rows("SELECT count(*) FROM analytics.published_report")[0][0]!)!
    }
}

extension Report {
    /// The files by path.
    var texts: [String: String] { Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) }) }
}
