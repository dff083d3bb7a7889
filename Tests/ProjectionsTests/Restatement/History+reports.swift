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
        try await project()
        let report = try await withSession { session in
            let report = try await Report.make(request, Report.Versions(program: "test", schema: 0), on: session)
            try await report.publication?.keep(on: session)
            return report
        }
        let csv = report.files.first { $0.path == "csv/\(table).csv" }?.text ?? ""
        return csv.split(separator: "\n").dropFirst().map(String.init)
    }

    /// Makes a report and returns its findings.
    func findings(of request: ReportRequest) async throws -> [Finding] {
        try await project()
        return try await withSession { session in
            try await Report.make(request, Report.Versions(program: "test", schema: 0), on: session).findings
        }
    }

    /// Returns the number of published reports that are kept.
    func kept() async throws -> Int {
        Int(try await log.rows("SELECT count(*) FROM analytics.published_report")[0][0]!)!
    }
}
