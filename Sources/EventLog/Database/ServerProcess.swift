import Foundation

/// The server of one cluster: whether it runs, starting and stopping it. Whoever changes it holds the start lock.
struct ServerProcess: Sendable {
    let folder: ClusterFolder
    let shell: ServerShell
    let programs: PostgresPrograms
    let socket: ServerSocket
    /// How long starting, recovering and stopping may take each.
    let patience: Duration

    /// Sees to it that the server runs and takes connections, making the cluster first if `make` has not yet.
    ///
    /// The server and all its processes hold the server lock, so that taking it proves that none is left, in this
    /// container or another one on the same folder, whatever the process numbers in old files say.
    func ensureRunning(making make: (ClusterLock) async throws -> Void) async throws {
        let deadline = ContinuousClock.now + patience
        repeat {
            if let lock = try await idleLock() {
                if !folder.isMade { try await make(lock) }
                return try await start(holding: lock)
            }
            switch try await state() {
            case .running: return
            // Whoever stops it by a command of ours holds the start lock, which is ours now: it was left so.
            case .stopping: try await stop()
            case .starting, .stopped, .unresponsive: try await Task.sleep(for: .milliseconds(50))
            }
        } while ContinuousClock.now < deadline
        throw try await notReady()
    }

    /// The number of the running server; nil if none runs that can be seen from here.
    func processID() async throws -> Int32? {
        guard let text = try? String(contentsOfFile: folder.processFile, encoding: .utf8),
            let recorded = Int32(text.prefix { $0.isNumber })
        else { return nil }
        return try await processes().contains(recorded) ? recorded : nil
    }

    /// How it is, as it says itself and its files and processes show.
    func state() async throws -> ClusterState {
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

    /// What the server last noted of itself, in the eighth line of its process file.
    private var recordedState: String? {
        let file = try? String(contentsOfFile: folder.processFile, encoding: .utf8)
        let lines = file?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        return lines.count > 7 ? lines[7].trimmingCharacters(in: .whitespaces) : nil
    }

    /// Stops the server, cutting off whoever is connected. Only for one whose `processID()` is known: the number
    /// that a server in another container wrote means some other process here.
    ///
    /// A fast stop that meets the recovery from a crashed process never ends: the server waits for processes that it does not
    /// tell to end. So what does not end in a short time, and writes no last checkpoint, is stopped the harder way, and in the
    /// end killed. Whoever starts it then recovers; nothing that was committed is lost.
    func stop() async throws {
        defer { if socket.directory != folder.run { unlink(socket.directory) } }
        if try await state() == .running || recordedState == "stopping" {
            if try await control(["stop", "-m", "fast"], within: Self.shortStop).succeeded { return }
            if try await isWritingCheckpoint(), try await control(["stop", "-m", "fast"]).succeeded { return }
        }
        if try await control(["stop", "-m", "immediate"], within: Self.shortStop).succeeded { return }
        try await kill()
    }

    /// How long a stop is waited for before a harder one.
    private static let shortStop: Duration = .seconds(5)

    /// Whether its last act is under way, which takes as long as there is to write.
    private func isWritingCheckpoint() async throws -> Bool {
        let control = try await shell.run([programs.path(of: "pg_controldata"), shell.base + "/data"])
        return control.output.split(whereSeparator: \.isNewline).contains {
            $0.hasPrefix("Database cluster state:") && $0.hasSuffix("shutting down")
        }
    }

    /// Ends all its processes, which may not even be able to hear of it.
    private func kill() async throws {
        let deadline = ContinuousClock.now + Self.shortStop
        repeat {
            let left = try await processes()
            if left.isEmpty { return }
            _ = try await shell.run(["/bin/sh", "-c", "kill -9 \"$@\"", "sh"] + left.map(String.init))
            try await Task.sleep(for: .milliseconds(50))
        } while ContinuousClock.now < deadline
        throw ClusterError.unavailable(
            "PostgreSQL in \(folder.path) did not stop, not even killed: see \(folder.log), and try again")
    }

    private func start(holding lock: ClusterLock) async throws {
        try folder.makeDirectory(folder.run)
        try folder.write(ServerSettings().text, to: folder.data + "/bellwether.conf")
        removeStaleFiles()
        let log = ServerLog(path: folder.log)
        log.rotate()
        let before = log.size
        let outcome = try await control(["start", "-l", shell.base + "/server.log"], holding: lock)
        guard !outcome.succeeded else { return }
        throw ClusterError.unavailable(
            "PostgreSQL did not start in \(folder.path) (\(log.reason(since: before) ?? outcome.reason)): "
                + advice)
    }

    private func control(
        _ words: [String], within time: Duration? = nil, holding lock: ClusterLock? = nil
    ) async throws -> ProgramOutcome {
        let seconds = String(max((time ?? patience).components.seconds, 1))
        return try await shell.run(
            [programs.path(of: "pg_ctl")] + words + ["-D", shell.base + "/data", "-s", "-w", "-t", seconds],
            holding: lock)
    }

    /// The server lock, if no process of a server is left, be it one that was started by hand.
    private func idleLock() async throws -> ClusterLock? {
        let lock = try ClusterLock(path: folder.serverLock, account: folder.account)
        guard try lock.tryLock(.exclusive) else { return nil }
        guard try await processes().isEmpty else {
            lock.unlock()
            return nil
        }
        return lock
    }

    /// PostgreSQL processes that work in the data folder. Looked for as the server's account: in a container, root
    /// may not see where another account's processes are.
    private func processes() async throws -> [Int32] {
        let script = """
            for p in /proc/[0-9]*; do
            [ "$p/cwd" -ef "$1" ] && read -r name < "$p/comm" && [ "$name" = postgres ] && echo "pid ${p#/proc/}"
            done 2>/dev/null
            exit 0
            """
        let outcome = try await shell.run(["/bin/sh", "-c", script, "sh", shell.base + "/data"])
        guard outcome.succeeded else {
            throw ClusterError.unavailable(
                "can't run programs in \(folder.path) as its owner (\(outcome.reason)): run the command as that user, "
                    + "or name a running database with --database-url")
        }
        return outcome.output.split(whereSeparator: \.isNewline).compactMap {
            $0.hasPrefix("pid ") ? Int32($0.dropFirst(4)) : nil
        }
    }

    /// PostgreSQL believes these files if the process number in them is anybody's.
    private func removeStaleFiles() {
        unlink(folder.processFile)
        unlink(folder.run + "/.s.PGSQL.5432")
        unlink(folder.run + "/.s.PGSQL.5432.lock")
    }

    private func notReady() async throws -> ClusterError {
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
