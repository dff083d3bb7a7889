import Foundation

/// Creates the files of a new server in `data.new` and renames that to `data` when they are complete.
struct ServerCreation: Sendable {
    let folder: ServerFolder
    let shell: ServerShell
    let programs: PostgresPrograms

    private var new: String { shell.base + "/data.new" }

    /// Creates the server with its empty database. First removes what a killed command may have left half done. Every
    /// process that writes there holds `lock`, which keeps other commands out even if this one is killed.
    func make(holding lock: FileLock) async throws {
        try await step(["rm", "-rf", new], lock)
        try folder.makeDirectory(folder.path + "/data.new")
        // Every local connection is trusted, because the folder's mode lets only the server's account reach the socket.
        try await step(
            [
                programs.path(of: "initdb"), "-D", new, "--encoding=UTF8", "--locale=C", "--auth=trust",
                "--username=bellwether", "--data-checksums",
            ], lock)
        try folder.write(ServerSettings.include, to: folder.path + "/data.new/postgresql.conf", appending: true)
        try await makeDatabase(lock)
        guard rename(folder.path + "/data.new", folder.data) == 0 else {
            throw ServerError.system("move the new server to", folder.data)
        }
        folder.synchronize()
    }

    /// Creates the database `bellwether` and closes the others to every login: through an open one, any user could fill
    /// the disk and the lock table that all databases share.
    private func makeDatabase(_ lock: FileLock) async throws {
        let script = """
            printf '%s\\n' 'REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC;' 'CREATE DATABASE bellwether;' | exec "$@"
            """
        try await step(
            [
                "/bin/sh", "-c", script, "sh", programs.path(of: "postgres"), "--single",
                "-c", "exit_on_error=true", "-c", "log_checkpoints=off", "-D", new, "postgres",
            ], lock)
    }

    private func step(_ words: [String], _ lock: FileLock) async throws {
        let outcome = try await shell.run(words, holding: lock)
        guard !outcome.succeeded else { return }
        throw ServerError.unavailable(
            "can't make a private PostgreSQL server in \(folder.path) (\(outcome.reason)): "
                + "mend that and try again, or give another folder with --data-dir")
    }
}
