import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// The notebook in docs/notebooks, and the login that docs/sql.md creates for such tools.
@Suite(.tags(.heavy)) struct NotebookTests {
    private static let docs = ClientLibraries.root + "/docs"
    private static let notebook = docs + "/notebooks/opt-in.ipynb"

    @Test func theLoginForToolsReadsForFiveMinutesAtMost() async throws {
        try await withProgram { bench in
            try await withLogin(on: bench) { login in
                let session = try await Session.connect(to: login)
                let rows = try await session.run { connection in
                    // `Session` sets its own search path and timeouts; reset them to those of the login.
                    try connection.script(Statement(file: "test", text: "RESET search_path; RESET statement_timeout"))
                    return try connection.execute(Statement(file: "test", text: Self.settings)).rows()
                }
                await session.close()
                #expect(rows == [["analytics, pg_catalog", "5min", "on"]])
            }
        }
    }

    private static let settings = """
        SELECT
            current_setting('search_path'),
            current_setting('statement_timeout'),
            current_setting('transaction_read_only')
        FROM (SELECT count(*) FROM opens_daily) AS readable
        """

    @Test(
        .enabled(if: ClientLibraries.areThere, "script/client-libraries has not fetched what the notebook needs"),
        .timeLimit(.minutes(20)))
    func everyQuestionOfTheNotebookHasAnAnswerOnTheDataItNames() async throws {
        try await withProgram { bench in
            let simulated = try ProgramRun.run(
                ["simulate", "--incident", "grant-drop", "--quiet"], database: nil, in: bench.folder,
                outputTo: bench.folder + "/events.ndjson")
            #expect(simulated.status == 0, "\(simulated.errors)")
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.run("project", "--quiet")
            try await withLogin(on: bench) { login in
                let folder = bench.folder
                let complaint = try await blocking { try Self.execute(as: login, in: folder) }
                #expect(complaint == nil)
            }
            try Self.expectAnswers(in: bench.folder + "/executed.ipynb")
        }
    }

    @Test func theNotebookIsKeptWithItsAnswers() throws { try Self.expectAnswers(in: Self.notebook) }

    /// Expects each of the notebook's six questions to have a table with rows.
    private static func expectAnswers(in path: String) throws {
        let questions = try cells(of: path).filter { source(of: $0).contains(" = ask(\n") }
        #expect(questions.count == 6)
        for question in questions {
            // A table without rows has no `<td>`.
            let outputs = String(describing: question["outputs"] ?? "")
            #expect(outputs.contains("<td>"), "\(source(of: question))")
        }
    }
}

extension NotebookTests {
    /// Runs `body` with the login that docs/sql.md creates, under a unique name.
    private func withLogin(on bench: Workbench, _ body: (ConnectionTarget) async throws -> Void) async throws {
        let page = try String(contentsOfFile: Self.docs + "/sql.md", encoding: .utf8)
        let match = page.firstMatch(of: /```\n(CREATE ROLE dashboard (?s:.*?))```/)
        let made = String(try #require(match).output.1)
        try await bench.withLogin(madeBy: { made.replacingOccurrences(of: "dashboard", with: $0) }, body)
    }

    /// Runs the notebook and saves it as `executed.ipynb`. Returns the error output if a cell fails, otherwise nil.
    private static func execute(as login: ConnectionTarget, in folder: String) throws -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ClientLibraries.python)
        process.arguments = ["-c", script, notebook, folder + "/executed.ipynb"]
        process.environment = [
            "DATABASE_URL": login.keywords.map { "\($0.key)='\($0.value)'" }.joined(separator: " "),
            "PATH": "/usr/bin:/bin", "HOME": folder,
        ]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        let run = try ProgramRun.finish(process, in: folder)
        return run.status == 0 ? nil : run.errors
    }

    private static let script = """
        import sys, nbclient, nbformat
        notebook = nbformat.read(sys.argv[1], 4)
        nbformat.write(nbclient.execute(notebook, timeout=600), sys.argv[2])
        """

    private static func cells(of path: String) throws -> [[String: Any]] {
        let notebook = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        return try #require((notebook as? [String: Any])?["cells"] as? [[String: Any]])
    }

    private static func source(of cell: [String: Any]) -> String { (cell["source"] as? [String] ?? []).joined() }
}
