import Logging
import Postgres
import PrivateServer

/// Keeps the private server running while a command that runs for long uses it: starts it again if it is gone, for
/// example because the system killed it when memory was short. The command holds a lease.
struct ServerWatch: Sendable {
    /// Time between two looks at the server.
    private static let pause = Duration.seconds(1)
    /// How many looks in a row must fail. A server that lost one of its processes recovers without help, mostly sooner.
    private static let patience = 3

    let server: EmbeddedServer
    let target: ConnectionTarget
    let logger: Logger

    /// Runs `body`, and watches the server until it returns.
    func during(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await watch() }
            defer { group.cancelAll() }
            try await body()
        }
    }

    private func watch() async {
        var session: Session?
        var failures = 0
        while !Task.isCancelled {
            failures = await isAway(&session) ? failures + 1 : 0
            if failures == Self.patience {
                failures = 0
                await startAgain()
            }
            try? await Task.sleep(for: Self.pause)
        }
        await session?.close()
    }

    /// Returns whether the server does not answer in the session, or accepts no new one if there is none.
    private func isAway(_ session: inout Session?) async -> Bool {
        do {
            if let open = session {
                try await open.run { connection in _ = try connection.execute(Self.look) }
            } else {
                session = try await Session.connect(to: target)
            }
            return false
        } catch let error as PostgresError where error.kind == .connection {
            session = nil
            return true
        } catch {
            return false
        }
    }

    private static let look = Statement("look at server", "SELECT 1")

    /// Starts the server unless it only takes its time, or its folder was deleted: it would be a new one, without data.
    private func startAgain() async {
        do {
            let status = try await server.status()
            guard status.state == .stopped, status.version != nil else { return }
            logger.warning("The database server is gone: starting it again.")
            // In a new task, because a command that is told to stop meanwhile must not leave the server half started.
            // The lease that the command holds keeps it running.
            try await Task { try await server.acquire().release() }.value
            logger.notice("The database server runs again.")
        } catch  where !Task.isCancelled {
            logger.error("The database server can't be started.", metadata: ["error": "\(error)"])
        } catch {}
    }
}
