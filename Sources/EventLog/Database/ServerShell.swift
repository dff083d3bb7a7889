import Foundation

/// Runs PostgreSQL's server programs on a cluster's folder, as the account that owns it.
///
/// That account often can't go through the folders above, such as `/root`, and paths with quotes or `$` break
/// `pg_ctl`, which puts them into a shell command. In both cases the programs get the folder as an open descriptor and
/// name it `/proc/self/fd/3`: that needs no permission on the folders above, and holds in every child, the server
/// included. (The working directory can't do it: PostgreSQL up to 15 leaves it to find its own program and fails to
/// come back.)
struct ServerShell: Sendable {
    let folder: ClusterFolder
    let environment: [String: String]
    /// What the programs call the folder: its path, or the descriptor.
    let base: String

    /// A shell for the folder, which must be there.
    init(folder: ClusterFolder, environment: [String: String]) async throws {
        self.folder = folder
        self.environment = environment
        let works = try await Self.isPathUsable(folder, environment)
        self.base = works ? folder.path : "/proc/self/fd/3"
    }

    /// Runs a program to its end. It, and every child it leaves running, holds `lock` as descriptor 4.
    func run(_ words: [String], holding lock: ClusterLock? = nil) async throws -> ProgramOutcome {
        // "/" is a working directory that every account can come back to.
        let script = "exec 3<. 4<&0 0</dev/null && cd / && exec \"$@\""
        return try await runProgram(
            ["/bin/sh", "-c", script, "sh"] + words,
            environment: environment, as: folder.account, in: folder.path, holding: lock)
    }

    private static func isPathUsable(_ folder: ClusterFolder, _ environment: [String: String]) async throws -> Bool {
        guard folder.path.utf8.count < 900, !folder.path.contains(where: { "\"$`\\".contains($0) || $0.isNewline })
        else { return false }
        guard let account = folder.account else { return true }
        return try await runProgram(
            ["/bin/sh", "-c", "test \"$1\" -ef .", "sh", folder.path],
            environment: environment, as: account, in: folder.path
        ).succeeded
    }
}
