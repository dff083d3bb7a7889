import Foundation
import Subprocess

/// What a program said and how it ended.
struct ProgramOutcome: Sendable {
    let succeeded: Bool
    /// Standard output and standard error, as they came.
    let output: String

    /// What it gave as the reason for failing, as one line: its error messages, else its last lines; never empty.
    var reason: String {
        let faults = output.split(whereSeparator: \.isNewline).filter { line in
            ["FATAL:", "PANIC:", "error:"].contains { line.contains($0) }
        }
        let reason = lastSpokenLines(of: faults.isEmpty ? output : faults.joined(separator: "\n"), 2)
        return reason.isEmpty ? "it gave no reason" : reason
    }
}

/// The last `count` lines of the text that are not blank, joined with "; ".
func lastSpokenLines(of text: String, _ count: Int) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.suffix(count).joined(separator: "; ")
}

/// Runs a program to its end; throws only if it can't be started.
///
/// The program gets no more of the environment than it needs: neither the stranger's `PG*` settings nor the secrets
/// of root's. `account` and `directory` are ours where nil; `lock` becomes its standard input, and so stays locked
/// for as long as it, or a child of it, holds on to it.
func runProgram(
    _ words: [String], environment: [String: String], as account: ServerAccount? = nil, in directory: String? = nil,
    holding lock: ClusterLock? = nil
) async throws -> ProgramOutcome {
    let all = try (account.map { try $0.prefix(environment) } ?? []) + words
    let configuration = Configuration(
        executable: .path(named(all[0])), arguments: Arguments(Array(all.dropFirst())),
        environment: .custom(variables(from: environment)), workingDirectory: directory.map { named($0) })
    do {
        guard let lock else { return try await collect(configuration, input: .none) }
        let input = FileDescriptorInput.fileDescriptor(numbered(lock.descriptor), closeAfterSpawningProcess: false)
        return try await collect(configuration, input: input)
    } catch {
        let user = account.map { " as the user \($0.name)" } ?? ""
        throw ClusterError.unavailable(
            "can't run \(words[0])\(user) (\(error)): name a running database with --database-url")
    }
}

private func collect(_ configuration: Configuration, input: some InputProtocol) async throws -> ProgramOutcome {
    let limit = 1 << 20
    let result = try await run(
        configuration, input: input, output: .string(limit: limit), error: .combinedWithOutput)
    return ProgramOutcome(succeeded: result.terminationStatus.isSuccess, output: result.standardOutput)
}

private func variables(from environment: [String: String]) -> [Environment.Key: String] {
    var variables: [Environment.Key: String] = ["LC_ALL": "C", "PATH": environment["PATH"] ?? "/usr/bin:/bin"]
    variables["LD_LIBRARY_PATH"] = environment["LD_LIBRARY_PATH"]
    return variables
}

// Subprocess takes paths and descriptors as types of swift-system, which this module doesn't depend on: their
// standard protocols make them without naming them.

private func named<Path: ExpressibleByStringLiteral>(_ path: String) -> Path where Path.StringLiteralType == String {
    Path(stringLiteral: path)
}

private func numbered<Descriptor: RawRepresentable<CInt>>(_ number: CInt) -> Descriptor {
    guard let descriptor = Descriptor(rawValue: number) else { preconditionFailure("no descriptor: \(number)") }
    return descriptor
}
