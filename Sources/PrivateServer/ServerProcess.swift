import Foundation

/// Starts, stops and observes the server of one folder. Callers of `ensureRunning` and `stop` hold the start lock.
struct ServerProcess: Sendable {
    let folder: ServerFolder
    let shell: ServerShell
    let programs: PostgresPrograms
    let socket: ServerSocket
    /// The time limit for each of starting, recovering and stopping.
    let patience: Duration

    /// Makes sure that the server runs and accepts connections; calls `make` first if the server does not exist.
    ///
    /// All processes of the server hold the server lock. If we get it, none is left, in this container or in another
    /// one that uses the folder, whatever process ids stand in old files.
    func ensureRunning(making make: (FileLock) async throws -> Void) async throws {
        let deadline = ContinuousClock.now + patience
        repeat {
            if let lock = try await idleLock() {
                if !folder.isMade { try await make(lock) }
                return try await start(holding: lock)
            }
            switch try await state() {
            case .running: return
            // Our own commands hold the start lock while they stop the server, and we hold it now. So an earlier stop
            // was interrupted: finish it.
            case .stopping: try await stop()
            case .starting, .stopped, .unresponsive: try await Task.sleep(for: .milliseconds(50))
            }
        } while ContinuousClock.now < deadline
        throw try await notReady()
    }

    /// Returns the process id of the running server; nil if none can be seen from here.
    func processID() async throws -> Int32? {
        guard let text = try? String(contentsOfFile: folder.processFile, encoding: .utf8),
            let recorded = Int32(text.prefix { $0.isNumber })
        else { return nil }
        return try await processes().contains(recorded) ? recorded : nil
    }

    /// Returns the server's state, from `pg_isready`, its process file and its processes.
    func state() async throws -> ServerState {
        let words = ["-t", "5", "-h", socket.directory, "-p", "5432", "-U", "bellwether", "-d", "bellwether"]
        let answer = try await runProgram(
            [programs.path(of: "pg_isready")] + words, environment: shell.environment)
        if answer.succeeded { return .running }
        guard try await processID() != nil else { return .stopped }
        switch recordedState {
        case "stopping": return .stopping
        case "starting": return .starting
        default: return answer.output.contains("rejecting connections") ? .starting : .unresponsive
        }
    }

    /// The server's own state in the eighth line of its process file, such as `stopping`.
    private var recordedState: String? {
        let file = try? String(contentsOfFile: folder.processFile, encoding: .utf8)
        let lines = file?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        return lines.count > 7 ? lines[7].trimmingCharacters(in: .whitespaces) : nil
    }

    /// Stops the server and closes all connections. Call it only if `processID()` is known: a process id written by a
    /// server in another container means a different process here.
    ///
    /// A fast stop never ends if it meets the recovery from a crashed backend, because the server then waits for
    /// processes that it did not tell to end. So after a short time, unless the server is writing its last checkpoint,
    /// it is stopped in immediate mode and finally killed. The next start recovers; no committed transaction is lost.
    func stop() async throws {
        defer { if socket.directory != folder.run { unlink(socket.directory) } }
        if try await state() == .running || recordedState == "stopping" {
            if try await control(["stop", "-m", "fast"], within: Self.shortStop).succeeded { return }
            if try await isWritingCheckpoint(), try await control(["stop", "-m", "fast"]).succeeded { return }
        }
        if try await control(["stop", "-m", "immediate"], within: Self.shortStop).succeeded { return }
        try await kill()
    }

    /// How long to wait before stopping in a harder way.
    private static let shortStop: Duration = .seconds(5)

    /// Returns whether the server is writing its last checkpoint, which takes time in proportion to the data.
    private func isWritingCheckpoint() async throws -> Bool {
        let control = try await shell.run([programs.path(of: "pg_controldata"), shell.base + "/data"])
        return control.output.split(whereSeparator: \.isNewline).contains {
            $0.hasPrefix("Database cluster state:") && $0.hasSuffix("shutting down")
        }
    }

    /// Kills all processes of the server, since they may be unable to handle any other signal.
    private func kill() async throws {
        let deadline = ContinuousClock.now + Self.shortStop
        repeat {
            let left = try await processes()
            if left.isEmpty { return }
            _ = try await shell.run(["/bin/sh", "-c", "kill -9 \"$@\"", "sh"] + left.map(String.init))
            try await Task.sleep(for: .milliseconds(50))
        } while ContinuousClock.now < deadline
        throw ServerError.unavailable(
            "PostgreSQL in \(folder.path) did not stop, not even killed: see \(folder.log), and try again")
    }

    private func start(holding lock: FileLock) async throws {
        try folder.makeDirectory(folder.run)
        try folder.write(ServerSettings().text, to: folder.data + "/bellwether.conf")
        removeStaleFiles()
        let log = ServerLog(path: folder.log)
        log.rotate()
        let before = log.size
        let outcome = try await control(["start", "-l", shell.base + "/server.log"], holding: lock)
        guard !outcome.succeeded else { return }
        throw ServerError.unavailable(
            "PostgreSQL did not start in \(folder.path) (\(log.reason(since: before) ?? outcome.reason)): "
                + advice)
    }

    private func control(
        _ words: [String], within time: Duration? = nil, holding lock: FileLock? = nil
    ) async throws -> ProgramOutcome {
        let seconds = String(max((time ?? patience).components.seconds, 1))
        return try await shell.run(
            [programs.path(of: "pg_ctl")] + words + ["-D", shell.base + "/data", "-s", "-w", "-t", seconds],
            holding: lock)
    }

    /// Returns the server lock; nil while any server process is left. A server that was started by hand does not hold
    /// the lock, so its processes are searched for too.
    private func idleLock() async throws -> FileLock? {
        let lock = try FileLock(path: folder.serverLock, account: folder.account)
        guard try lock.tryLock(.exclusive) else { return nil }
        guard try await processes().isEmpty else {
            lock.unlock()
            return nil
        }
        return lock
    }

    /// Returns the PostgreSQL processes whose working directory is the data folder. Searches as the server's account,
    /// because root in a container may not see the working directories of another account.
    private func processes() async throws -> [Int32] {
        let script = """
            for p in /proc/[0-9]*; do
            [ "$p/cwd" -ef "$1" ] && read -r name < "$p/comm" && [ "$name" = postgres ] && echo "pid ${p#/proc/}"
            done 2>/dev/null
            exit 0
            """
        let outcome = try await shell.run(["/bin/sh", "-c", script, "sh", shell.base + "/data"])
        guard outcome.succeeded else {
            throw ServerError.unavailable(
                "can't run programs in \(folder.path) as its owner (\(outcome.reason)): run the command as that user, "
                    + "or name a running database with --database-url")
        }
        return outcome.output.split(whereSeparator: \.isNewline).compactMap {
            $0.hasPrefix("pid ") ? Int32($0.dropFirst(4)) : nil
        }
    }

    /// Removes files of an earlier server. PostgreSQL would believe them if their process id now belongs to any other
    /// process.
    private func removeStaleFiles() {
        unlink(folder.processFile)
        unlink(folder.run + "/.s.PGSQL.5432")
        unlink(folder.run + "/.s.PGSQL.5432.lock")
    }

    private func notReady() async throws -> ServerError {
        let time = "within \(patience.components.seconds) s"
        let left = try await processes()
        guard try await processID() == nil else {
            let reason = ServerLog(path: folder.log).reason(since: 0) ?? "nothing in its log"
            return .unavailable("PostgreSQL in \(folder.path) took no connections \(time) (\(reason)): \(advice)")
        }
        guard !left.isEmpty else {
            return .unavailable(
                "a server that can't be seen from here holds \(folder.serverLock) and took no connections \(time): "
                    + "end the other container that uses the folder, or give another with --data-dir")
        }
        let numbers = left.map(String.init).joined(separator: ", ")
        return .unavailable(
            "processes of a killed server still use \(folder.data) after \(patience.components.seconds) s: "
                + "end them (kill \(numbers)) and try again")
    }

    private var advice: String {
        if let free = freeBytes(in: folder.path), free < 32 << 20 {
            return "the disk is full (\(free >> 20) MB left), make room and try again"
        }
        return "see \(folder.log) and try again, or give another folder with --data-dir"
    }
}
