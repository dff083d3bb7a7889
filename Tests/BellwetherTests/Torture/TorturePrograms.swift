import Foundation
import Testing

/// Starts programs that find their database through `DATABASE_URL`, and waits for them.
struct TorturePrograms {
    let server: TortureServer
    /// The folder for their standard error.
    let folder: String

    func start(_ arguments: [String]) throws -> SpawnedProgram {
        try SpawnedProgram(arguments, environment: server.environment(.url), in: folder)
    }

    /// Waits until all programs have succeeded. Restarts programs that lost their server or a lock; any other failure
    /// fails the test. Retries for two minutes, because a server that recovers from a crash on a busy disk refuses
    /// connections for seconds.
    func finish(_ programs: [SpawnedProgram]) async throws {
        var waiting = programs
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            var failed: [SpawnedProgram] = []
            for program in waiting {
                let status = try await program.end()
                // 69: the database was unreachable; 75: another projector is running.
                #expect([0, 69, 75].contains(status), "\(program.arguments[0]): \(status) \(program.errors)")
                if status != 0 { failed.append(program) }
            }
            if failed.isEmpty { return }
            try await Task.sleep(for: .milliseconds(100))
            waiting = try failed.map { try start($0.arguments) }
        }
        Issue.record("\(waiting.map { $0.arguments[0] }) failed for two minutes while nobody disturbed it")
    }

    /// Brings the projections up to date and returns the tables in which an audit finds differences to repair; empty if
    /// there are none.
    func audit() async throws -> [String] {
        let target = try await server.start()
        let run = try ProgramRun.run(["project", "--check", "--quiet", "--json"], database: target, in: folder)
        guard run.status == 0 else { return ["the audit ended with \(run.status): \(run.errors)"] }
        let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: [[String: Any]]]
        let findings = answer?["tables"] ?? []
        guard findings.count > 10 else { return ["the audit named \(findings.count) tables"] }
        return findings.filter { $0["differing"] as? Int != 0 }.map { "the audit mended \($0["table"] ?? "?")" }
    }
}
