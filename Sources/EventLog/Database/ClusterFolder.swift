import Foundation

/// The folder of a private cluster, where everything of it lies.
///
/// The folder has mode 0700 and belongs to the account that runs the server. That mode is what makes the server's
/// trust in every local connection safe: nobody else reaches its socket, and there is no TCP port.
struct ClusterFolder: Sendable {
    /// Absolute path without symbolic links.
    let path: String
    /// Who the server runs as; nil: as whoever runs the program.
    let account: ServerAccount?

    /// PostgreSQL's own files.
    var data: String { path + "/data" }
    /// Where the server's socket is.
    var run: String { path + "/run" }
    /// What the server wrote; the one before it is beside, as `server.log.old`.
    var log: String { path + "/server.log" }
    /// Held while the server is made, started or stopped.
    var startLock: String { path + "/start.lock" }
    /// Held, shared, by everyone who uses the server.
    var useLock: String { path + "/use.lock" }
    /// Held by the server itself and all its processes, for as long as one of them lives.
    var serverLock: String { path + "/server.lock" }
    /// There while `server start` keeps the server up.
    var keep: String { path + "/keep" }
    /// What PostgreSQL writes about the running server.
    var processFile: String { data + "/postmaster.pid" }

    /// Whether the cluster was made whole.
    var isMade: Bool { exists(data + "/PG_VERSION") }

    /// The major version that the cluster was made with; nil if it is not made yet.
    var majorVersion: Int? {
        (try? String(contentsOfFile: data + "/PG_VERSION", encoding: .utf8)).flatMap { Int($0.prefix { $0.isNumber }) }
    }

    /// The folder, if it is there and holds a private cluster; nil if there is nothing or an empty folder.
    static func existing(_ path: String, environment: [String: String]) throws -> ClusterFolder? {
        guard let state = try folderState(path) else { return nil }
        try requireOwner(path, state)
        let path = try resolvedPath(path)
        guard exists(path + "/start.lock") else {
            try requireEmpty(path, state)
            return nil
        }
        return ClusterFolder(path: path, account: try account(of: path, state, environment))
    }

    /// The folder, made if it is not there and claimed if it is empty; throws if it holds anything else, or belongs
    /// to someone else.
    static func open(_ path: String, environment: [String: String]) throws -> ClusterFolder {
        if let folder = try existing(path, environment: environment) { return folder }
        let account = geteuid() == 0 ? try ServerAccount.chosen(in: environment) : nil
        try makeDirectories(path)
        let folder = ClusterFolder(path: try resolvedPath(path), account: account)
        try folder.claim(folder.path)
        return folder
    }

    /// Makes a folder inside, for the server's account alone; it may be there already.
    func makeDirectory(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw ClusterError.system("make the folder", path) }
        try claim(path)
    }

    /// Writes a file for the server's account alone, whatever the umask.
    func write(_ text: String, to path: String, appending: Bool = false) throws {
        // The folder belongs to the server's account: root must not follow a link that was put there.
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (appending ? O_APPEND : O_TRUNC)
        let descriptor = Foundation.open(path, flags, 0o600)
        guard descriptor >= 0 else { throw ClusterError.system("write", path) }
        defer { close(descriptor) }
        try account?.own(descriptor, path)
        var text = text
        let written = text.withUTF8 { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        guard written == text.utf8.count, fsync(descriptor) == 0 else { throw ClusterError.system("write", path) }
    }

    /// Brings what was made or renamed in the folder to the disk.
    func synchronize() {
        let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func claim(_ path: String) throws {
        let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw ClusterError.system("open the folder", path) }
        defer { close(descriptor) }
        try account?.own(descriptor, path)
        guard fchmod(descriptor, 0o700) == 0 else { throw ClusterError.system("set the permissions of", path) }
    }
}
