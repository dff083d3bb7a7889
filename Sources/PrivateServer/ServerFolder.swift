import Foundation

/// The folder that holds everything of a private server.
///
/// It has mode 0700 and belongs to the account that runs the server. The server trusts every local connection, which is
/// safe because only that account can reach its socket, and because there is no TCP port.
struct ServerFolder: Sendable {
    /// Absolute path without symbolic links.
    let path: String
    /// The account that the server runs as; nil if it is the account of this program.
    let account: ServerAccount?

    /// PostgreSQL's own files.
    var data: String { path + "/data" }
    /// The folder of the server's socket.
    var run: String { path + "/run" }
    /// The server's log. The previous one is `server.log.old`.
    var log: String { path + "/server.log" }
    /// Held while the server is created, started or stopped.
    var startLock: String { path + "/start.lock" }
    /// Held in shared mode by every process that uses the server.
    var useLock: String { path + "/use.lock" }
    /// Held by all processes of the server, as long as one of them lives.
    var serverLock: String { path + "/server.lock" }
    /// Exists while `server start` keeps the server up.
    var keep: String { path + "/keep" }
    /// PostgreSQL's description of the running server.
    var processFile: String { data + "/postmaster.pid" }

    /// Whether PostgreSQL's files are complete.
    var isMade: Bool { exists(data + "/PG_VERSION") }

    /// PostgreSQL's major version of the server; nil if the server does not exist yet.
    var majorVersion: Int? {
        (try? String(contentsOfFile: data + "/PG_VERSION", encoding: .utf8)).flatMap { Int($0.prefix { $0.isNumber }) }
    }

    /// Returns the folder if it holds a private server; nil if it is missing or empty. Throws if it holds anything
    /// else or belongs to another account.
    static func existing(_ path: String, environment: [String: String]) throws -> ServerFolder? {
        guard let state = try folderState(path) else { return nil }
        try requireOwner(path, state)
        let path = try resolvedPath(path)
        if !exists(path + "/start.lock") {
            do {
                try requireEmpty(path, state)
                return nil
            } catch  where exists(path + "/start.lock") {
                // It was empty, and another command has just claimed it.
            }
        }
        // Read after the lock was seen: who claims the folder gives it to its account first.
        guard let claimed = try folderState(path) else { return nil }
        return ServerFolder(path: path, account: try account(of: path, claimed, environment))
    }

    /// Returns the folder, after creating it if it is missing and claiming it if it is empty. Throws if it holds
    /// anything else or belongs to another account.
    static func open(_ path: String, environment: [String: String]) throws -> ServerFolder {
        if let folder = try existing(path, environment: environment) { return folder }
        let account = geteuid() == 0 ? try ServerAccount.chosen(in: environment) : nil
        try makeDirectories(path)
        let folder = ServerFolder(path: try resolvedPath(path), account: account)
        try folder.claim(folder.path)
        return folder
    }

    /// Creates a private folder for the server's account inside this one; it may exist already.
    func makeDirectory(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw ServerError.system("make the folder", path) }
        try claim(path)
    }

    /// Writes a file that only the server's account can read, whatever the umask.
    func write(_ text: String, to path: String, appending: Bool = false) throws {
        // The server's account could have put a symbolic link here, and root must not follow it.
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (appending ? O_APPEND : O_TRUNC)
        let descriptor = Foundation.open(path, flags, 0o600)
        guard descriptor >= 0 else { throw ServerError.system("write", path) }
        defer { close(descriptor) }
        try account?.own(descriptor, path)
        var text = text
        let written = text.withUTF8 { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        guard written == text.utf8.count, fsync(descriptor) == 0 else { throw ServerError.system("write", path) }
    }

    /// Flushes files that were created or renamed in the folder to the disk.
    func synchronize() {
        let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func claim(_ path: String) throws {
        let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw ServerError.system("open the folder", path) }
        defer { close(descriptor) }
        try account?.own(descriptor, path)
        guard fchmod(descriptor, 0o700) == 0 else { throw ServerError.system("set the permissions of", path) }
    }
}
