import Foundation
import Postgres

extension ServerProcess {
    /// Returns whether the program that the server runs is no longer on the disk, as after an upgrade of its packages.
    func isOfReplacedPrograms() async throws -> Bool {
        guard let text = try? String(contentsOfFile: folder.processFile, encoding: .utf8),
            let recorded = Int32(text.prefix { $0.isNumber })
        else { return false }
        let program = try await shell.run(["readlink", "/proc/\(recorded)/exe"])
        guard program.succeeded, program.output.contains("postgres (deleted)") else { return false }
        return try await processID() == recorded
    }

    /// Returns whether anybody is connected, such as psql. A server that can't answer has no use for anybody.
    func hasSessions() async -> Bool {
        guard let session = try? await Session.connect(to: socket.target) else { return false }
        let others = try? await session.run { connection in
            try connection.execute(
                Statement(
                    "count sessions",
                    """
                    SELECT count(*)
                    FROM pg_stat_activity
                    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
                    """)
            ).singleInt()
        }
        await session.close()
        return (others ?? 0) > 0
    }
}
