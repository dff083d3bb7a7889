import Foundation
import Testing

/// Starts the programs of a torture, and starts those again that lost their server.
struct TorturePrograms {
    let server: TortureServer
    /// Where they write what they complain about.
    let folder: String

    func start(_ arguments: [String], _ addressing: Addressing = .url) throws -> SpawnedProgram {
        try SpawnedProgram(arguments, environment: server.environment(addressing), in: folder)
    }

    /// A program that has ended is started again.
    func restart(_ program: SpawnedProgram, _ addressing: Addressing = .url) throws -> SpawnedProgram {
        program.isRunning ? program : try start(program.arguments, addressing)
    }

    /// Waits for programs; those that lost their server are started again, and no other failure is one. A server that recovers from a
    /// crash on a busy disk refuses them for seconds.
    func finish(_ programs: [SpawnedProgram], _ addressing: Addressing = .url) async throws {
        var waiting = programs
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            var failed: [SpawnedProgram] = []
            for program in waiting {
                let status = try await program.end()
                // 69: the database was out of reach; 75: another projector is at it.
                #expect([0, 69, 75].contains(status), "\(program.arguments[0]): \(status) \(program.errors)")
                if status != 0 { failed.append(program) }
            }
            if failed.isEmpty { return }
            try await Task.sleep(for: .milliseconds(100))
            waiting = try failed.map { try start($0.arguments, addressing) }
        }
        Issue.record("\(waiting.map { $0.arguments[0] }) failed for two minutes while nobody disturbed it")
    }

    /// What an audit finds to mend in the tables of projections, which it has brought up to the log; empty if nothing.
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
