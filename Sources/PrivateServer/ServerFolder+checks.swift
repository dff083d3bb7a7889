import Foundation

extension ServerFolder {
    /// Returns the account that runs an existing server: the owner of the folder if we are root,
    /// otherwise nil (our own account).
    static func account(of path: String, _ state: stat, _ environment: [String: String]) throws -> ServerAccount? {
        guard geteuid() == 0 else { return nil }
        guard state.st_uid != 0 else {
            let user = ServerAccount.explicitName(in: environment) ?? "postgres"
            throw ServerError.unwritable(
                "the database folder \(path) belongs to root, whom PostgreSQL refuses to run as: "
                    + "give it to the server's user (chown -R \(user) FOLDER), or give another with --data-dir")
        }
        let owner = ServerAccount(owner: state.st_uid, group: state.st_gid)
        if let name = ServerAccount.explicitName(in: environment),
            try ServerAccount(named: name).userID != owner.userID
        {
            throw ServerError.unwritable(
                "the database folder \(path) belongs to \(owner.name), not to \(name), whom BELLWETHER_PG_USER names: "
                    + "unset that, or give another folder with --data-dir")
        }
        return owner
    }

    /// Throws if the folder belongs to another account; root may use any folder.
    static func requireOwner(_ path: String, _ state: stat) throws {
        guard state.st_uid != geteuid(), geteuid() != 0 else { return }
        let owner = ServerAccount(owner: state.st_uid, group: state.st_gid).name
        throw ServerError.unwritable(
            "the database folder \(path) belongs to \(owner): run the command as \(owner) or as root, "
                + "or give a folder of your own with --data-dir")
    }

    /// Throws if the folder is not empty, or is shared like `/tmp` (it has the sticky bit).
    static func requireEmpty(_ path: String, _ state: stat) throws {
        let names = try contents(of: path)
        if names.contains("PG_VERSION") {
            throw ServerError.unwritable(
                "\(path) is a data folder of a PostgreSQL server, not of bellwether: "
                    + "start that server and name it with --database-url, or give another folder with --data-dir")
        }
        guard names.isEmpty, state.st_mode & S_ISVTX == 0 else {
            throw ServerError.unwritable(
                "\(path) is no folder of bellwether's and not empty: give a new or empty one with --data-dir")
        }
    }

    /// Returns the status of the folder; nil if nothing is there. Throws if it is not a folder or can't be examined.
    static func folderState(_ path: String) throws -> stat? {
        var state = stat()
        guard stat(path, &state) == 0 else {
            if errno == ENOENT { return nil }
            throw ServerError.system("open the database folder", path)
        }
        guard state.st_mode & S_IFMT == S_IFDIR else {
            throw ServerError.unwritable("\(path) is not a folder: give another with --data-dir")
        }
        return state
    }

    /// Creates the folder and its parents; only the folder itself is private.
    static func makeDirectories(_ path: String) throws {
        let names = path.split(separator: "/")
        for count in 1...max(names.count, 1) {
            let made = "/" + names.prefix(count).joined(separator: "/")
            if exists(made) { continue }
            guard mkdir(made, count < names.count ? 0o755 : 0o700) == 0 || errno == EEXIST else {
                throw ServerError.system("make the database folder", path)
            }
        }
    }

    /// Returns the absolute path without symbolic links.
    static func resolvedPath(_ path: String) throws -> String {
        guard let resolved = realpath(path, nil) else { throw ServerError.system("open the database folder", path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func contents(of path: String) throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw ServerError.unwritable("can't read the folder \(path): give another with --data-dir")
        }
        return names.filter { $0 != "lost+found" }
    }
}

/// Returns whether something exists at the path and can be reached.
func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
}
