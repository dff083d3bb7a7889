import Foundation

/// Runs PostgreSQL's server programs on a server's folder, as the account that owns it.
///
/// That account often can't enter the parent folders, such as `/root`, and `pg_ctl` puts paths into a shell command,
/// where quotes or `$` break it. In both cases the programs get the folder as an open descriptor and call it
/// `/proc/self/fd/3`. That needs no permission on the parents and works in every child, including the server. The
/// working directory would not do: PostgreSQL up to 15 leaves it to find its own program and can't return.
struct ServerShell: Sendable {
    let folder: ServerFolder
    let environment: [String: String]
    /// The folder's name for the programs: its path, or the descriptor's.
    let base: String

    /// Creates a shell for an existing folder.
    init(folder: ServerFolder, environment: [String: String]) async throws {
        self.folder = folder
        self.environment = environment
        let works = try await Self.isPathUsable(folder, environment)
        self.base = works ? folder.path : "/proc/self/fd/3"
    }

    /// Runs a program and waits for its end. The program and every child that it leaves running hold `lock` as
    /// descriptor 4.
    func run(_ words: [String], holding lock: FileLock? = nil) async throws -> ProgramOutcome {
        // Every account can return to "/".
        let script = "exec 3<. 4<&0 0</dev/null && cd / && exec \"$@\""
        return try await runProgram(
            ["/bin/sh", "-c", script, "sh"] + words,
            environment: environment, as: folder.account, in: folder.path, holding: lock)
    }

    private static func isPathUsable(_ folder: ServerFolder, _ environment: [String: String]) async throws -> Bool {
        guard folder.path.utf8.count < 900, !folder.path.contains(where: { "\"$`\\".contains($0) || $0.isNewline })
        else { return false }
        guard let account = folder.account else { return true }
        return try await runProgram(
            ["/bin/sh", "-c", "test \"$1\" -ef .", "sh", folder.path],
            environment: environment, as: account, in: folder.path
        ).succeeded
    }
}
