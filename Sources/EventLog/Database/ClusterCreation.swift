import Foundation

/// Makes the files of a new cluster beside their place and moves them there when they are whole.
struct ClusterCreation: Sendable {
    let folder: ClusterFolder
    let shell: ServerShell
    let programs: PostgresPrograms

    private var new: String { shell.base + "/data.new" }

    /// Makes the cluster with its empty database. Whatever half of one a killed command left is removed first; `lock`
    /// keeps others out for as long as a process of ours writes there, even if we are killed.
    func make(holding lock: ClusterLock) async throws {
        try await step(["rm", "-rf", new], lock)
        try folder.makeDirectory(folder.path + "/data.new")
        // Any local connection is trusted: only the account itself gets through the folder's mode to the socket.
        try await step(
            [
                programs.path(of: "initdb"), "-D", new, "--encoding=UTF8", "--locale=C", "--auth=trust",
                "--username=bellwether", "--data-checksums",
            ], lock)
        try folder.write(ServerSettings.include, to: folder.path + "/data.new/postgresql.conf", appending: true)
        try await makeDatabase(lock)
        guard rename(folder.path + "/data.new", folder.data) == 0 else {
            throw ClusterError.system("move the new cluster to", folder.data)
        }
        folder.synchronize()
    }

    /// The other databases are for nobody: what is open there to every login fills the disk and the table of locks of all.
    private func makeDatabase(_ lock: ClusterLock) async throws {
        let script = """
            printf '%s\\n' 'REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC;' 'CREATE DATABASE bellwether;' | exec "$@"
            """
        try await step(
            [
                "/bin/sh", "-c", script, "sh", programs.path(of: "postgres"), "--single",
                "-c", "exit_on_error=true", "-c", "log_checkpoints=off", "-D", new, "postgres",
            ], lock)
    }

    private func step(_ words: [String], _ lock: ClusterLock) async throws {
        let outcome = try await shell.run(words, holding: lock)
        guard !outcome.succeeded else { return }
        throw ClusterError.unavailable(
            "can't make a private PostgreSQL cluster in \(folder.path) (\(outcome.reason)): "
                + "mend that and try again, or give another folder with --data-dir")
    }
}
