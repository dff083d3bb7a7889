import Foundation
import Testing

/// The queries in docs/sql.md give the results shown there when run on the demo's data.
@Suite struct CookbookTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/sql.md")

    /// `RECORD_GOLDEN=1` overwrites the results in the document.
    @Test(.timeLimit(.minutes(20))) func everyQueryGivesTheResultBesideIt() async throws {
        try await withProgram { bench in
            let simulated = try ProgramRun.run(
                ["simulate", "--reach", "--quiet"], database: nil, in: bench.folder,
                outputTo: bench.folder + "/events.ndjson")
            #expect(simulated.status == 0, "\(simulated.errors)")
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.run("project", "--quiet")
            let page = try String(contentsOf: Self.page, encoding: .utf8)
            var told = page
            var questions = 0
            for match in page.matches(of: /```sql\n(?<query>(?s:.*?))\n```\n```text\n(?<result>(?s:.*?))```\n/) {
                let (query, result) = (String(match.query), String(match.result))
                let answer = try bench.answer(to: query)
                #expect(answer == result, "\(query)")
                let block = "```sql\n\(query)\n```\n```text\n"
                told = told.replacing("\(block)\(result)```\n", with: "\(block)\(answer)```\n")
                questions += 1
            }
            #expect(questions >= 20 && questions == page.matches(of: /```sql/).count)
            if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
                try told.write(to: Self.page, atomically: true, encoding: .utf8)
            }
        }
    }
}

extension Workbench {
    /// Returns what psql prints, without trailing spaces. Fails if the query returns no rows, because an empty result
    /// would prove nothing.
    fileprivate func answer(to query: String) throws -> String {
        let run = try attempt("sql", "-X", "-P", "footer=off", "-c", query)
        #expect(run.status == 0, "\(query): \(run.errors)")
        let lines = run.output.split(separator: "\n").map { $0.replacing(/[ ]+$/, with: "") }
        #expect(lines.count > 2, "\(query) has no rows")
        return lines.map { $0 + "\n" }.joined()
    }
}
