import EventLog
import Foundation
import Ingest
import PageAccounts
import Pages
import Postgres
import Projections
import Reports
import Simulation
import TestSupport
import Testing

/// Accounts for every number, and every statement of change, on the pages of reports of simulated events: each range, each
/// app alone, each part.
@Suite struct PagesOfReports {
    @Test(arguments: [0, 12]) func everyNumberIsThatOfItsCell(minimumCell: Int) async throws {
        try await TestServer.withDatabase { database in
            let session = try await database.session(as: .project)
            try await Self.ingest(Simulation(installations: 1_500, days: 90, seed: 5, apps: 2), database)
            _ = try await Projector(session: session).bringUp()
            try await Self.tellTeam(database)
            let report = try await Report.make(
                ReportRequest(minimumCell: minimumCell), Report.Versions(program: "test", schema: 0), on: session)
            let whole = try #require(report.rows.values.first { $0.folder.isEmpty })
            let tables = report.rows.mapValues { PageTables($0.folder.isEmpty ? [$0] : [$0, whole]) }
            // The numbers of the glossary are those of definitions.
            let pages = report.files.filter { path, _ in path.hasSuffix(".html") && !path.hasSuffix("glossary.html") }
            #expect(pages.count > 50)
            for page in pages {
                let range = report.rows.keys.filter { page.path.hasPrefix($0) }.max { $0.count < $1.count } ?? ""
                let statements = VerdictAccount(page.text, try #require(report.rows[range])["verdicts"])
                #expect(statements.faults.isEmpty, "\(page.path)")
                // The digest says what the overviews say.
                if page.path == "digest.html" { continue }
                let account = PageAccount(page.text, try #require(tables[range]))
                #expect(account.faults.isEmpty, "\(page.path)")
            }
            await session.close()
        }
    }

    /// Sets targets, and marks a day.
    private static func tellTeam(_ database: Database) async throws {
        let session = try await database.session(as: .project)
        try await session.run { connection in
            try Target.set(.optIn, to: "58.5", app: nil, connection)
            try Target.set(.reach, to: "45", app: nil, connection)
            try TeamMark.add(on: Day("2026-03-20")!, "New primer", app: nil, connection)
        }
        await session.close()
    }

    private static func ingest(_ simulation: Simulation, _ database: Database) async throws {
        let path = NSTemporaryDirectory() + "pages-\(UUID().uuidString).ndjson"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var lines = Data()
        simulation.writeEvents { lines += $0 }
        try lines.write(to: URL(fileURLWithPath: path))
        try await TestLog(database).ingest(path)
    }
}
