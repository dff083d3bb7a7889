import Foundation
import Subprocess

/// A program's output and whether it succeeded.
struct ProgramOutcome: Sendable {
    let succeeded: Bool
    /// Standard output and standard error, interleaved.
    let output: String

    /// The reason for a failure on one line: the program's error messages, or its last lines if it wrote none. Never
    /// empty.
    var reason: String {
        let faults = output.split(whereSeparator: \.isNewline).filter { line in
            ["FATAL:", "PANIC:", "error:"].contains { line.contains($0) }
        }
        let reason = lastSpokenLines(of: faults.isEmpty ? output : faults.joined(separator: "\n"), 2)
        return reason.isEmpty ? "it gave no reason" : reason
    }
}

/// Returns the last `count` lines that are not blank, joined with "; ".
func lastSpokenLines(of text: String, _ count: Int) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.suffix(count).joined(separator: "; ")
}

/// Runs a program and waits for its end. Throws only if it can't be started.
///
/// The program gets only the variables it needs, neither the user's `PG*` settings nor secrets in root's environment.
/// If `account` or `directory` is nil, the program runs with ours. `lock` becomes its standard input, so it stays
/// locked as long as the program or a child of it keeps the descriptor open.
func runProgram(
    _ words: [String], environment: [String: String], as account: ServerAccount? = nil, in directory: String? = nil,
    holding lock: FileLock? = nil
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
        throw ServerError.unavailable(
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

// Subprocess expects types of swift-system for paths and descriptors, and this module doesn't depend on swift-system.
// The functions below create them through standard protocols, without naming the types.

private func named<Path: ExpressibleByStringLiteral>(_ path: String) -> Path where Path.StringLiteralType == String {
    Path(stringLiteral: path)
}

private func numbered<Descriptor: RawRepresentable<CInt>>(_ number: CInt) -> Descriptor {
    guard let descriptor = Descriptor(rawValue: number) else { preconditionFailure("no descriptor: \(number)") }
    return descriptor
}
