import Foundation
import Testing

/// Runs programs that find their database through `DATABASE_URL`.
struct TorturePrograms {
    let server: TortureServer
    /// The folder for their standard error.
    let folder: String

    /// Runs a command until it succeeds. If it lost its server or a lock it is started again; any other failure fails
    /// the test. Retries for two minutes, because a server that recovers from a crash on a busy disk refuses connections
    /// for seconds.
    func run(_ arguments: [String]) async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            let program = try SpawnedProgram(arguments, environment: server.environment(.url), in: folder)
            let status = try await program.end()
            if status == 0 { return }
            // 69: the database was unreachable; 75: another projector is running.
            #expect([69, 75].contains(status), "\(arguments[0]): \(status) \(program.errors)")
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("\(arguments[0]) failed for two minutes while nobody disturbed it")
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
