import Foundation
import Postgres

/// The path through which libpq reaches the server's Unix socket.
struct ServerSocket: Sendable {
    /// An absolute path without commas, of at most 92 bytes.
    let directory: String

    /// Uses the socket's own folder. If its path is too long or contains a comma, creates a link to it in a private
    /// folder under `XDG_RUNTIME_DIR` or `/tmp`.
    init(of folder: ServerFolder, environment: [String: String]) throws {
        guard !Self.isTaken(folder.run) else {
            self.directory = folder.run
            return
        }
        let link = try Self.privateDirectory(environment) + "/" + Self.name(of: folder)
        try Self.makeLink(link, to: folder.run)
        self.directory = link
    }

    var target: ConnectionTarget {
        // All keywords are given, even with libpq's default values, because the user's PG* variables would set those
        // that are missing.
        ConnectionTarget(keywords: [
            "host": directory, "port": "5432", "dbname": "bellwether", "user": "bellwether",
            "sslmode": "disable", "gssencmode": "disable", "channel_binding": "disable", "target_session_attrs": "any",
        ])
    }

    /// The same as a URL for people and other programs.
    var connectionString: String {
        "postgresql:///bellwether?host=\(percentEncoded(directory))&port=5432&user=bellwether"
    }

    /// Returns whether libpq can use the folder. The kernel limits a socket's path to 107 bytes; libpq appends
    /// `/.s.PGSQL.5432`, and splits hosts at commas.
    private static func isTaken(_ directory: String) -> Bool {
        directory.utf8.count <= 107 - "/.s.PGSQL.5432".utf8.count && !directory.contains(",")
    }

    /// Returns a short name from device and inode, which is the same whatever path leads to the folder.
    private static func name(of folder: ServerFolder) throws -> String {
        var state = stat()
        guard stat(folder.path, &state) == 0 else { throw ServerError.system("open the database folder", folder.path) }
        return String(UInt64(state.st_dev), radix: 36) + "-" + String(UInt64(state.st_ino), radix: 36)
    }

    private static func privateDirectory(_ environment: [String: String]) throws -> String {
        if let directory = runtimeDirectory(environment) { return directory }
        let directory = "/tmp/bellwether-\(geteuid())"
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw ServerError.system("make, for the socket of a long --data-dir, the folder", directory)
        }
        guard isPrivate(directory) else {
            throw ServerError.unwritable(
                "\(directory), needed because the path of the database folder is too long for a socket, is open to "
                    + "others or not yours: give a shorter folder with --data-dir, or set XDG_RUNTIME_DIR")
        }
        return directory
    }

    private static func runtimeDirectory(_ environment: [String: String]) -> String? {
        let named = environment["XDG_RUNTIME_DIR"] ?? ""
        guard named.hasPrefix("/"), isPrivate(named) else { return nil }
        let directory = named + "/bellwether"
        // A slash and the longest name of a link (27 bytes).
        guard isTaken(directory + String(repeating: "/", count: 28)) else { return nil }
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST, isPrivate(directory) else { return nil }
        return directory
    }

    private static func isPrivate(_ directory: String) -> Bool {
        var state = stat()
        return lstat(directory, &state) == 0 && state.st_mode & S_IFMT == S_IFDIR && state.st_uid == geteuid()
            && state.st_mode & 0o077 == 0
    }

    /// Creates the link under another name and renames it, because other commands may be using the old one.
    private static func makeLink(_ link: String, to directory: String) throws {
        if let there = try? FileManager.default.destinationOfSymbolicLink(atPath: link), there == directory { return }
        let new = "\(link).\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        guard symlink(directory, new) == 0, rename(new, link) == 0 else {
            throw ServerError.system("make, for the socket of a long --data-dir, the link", link)
        }
    }
}

private func percentEncoded(_ path: String) -> String {
    let plain = CharacterSet(charactersIn: "/-._~").union(.init(charactersIn: "0"..."9"))
        .union(.init(charactersIn: "A"..."Z")).union(.init(charactersIn: "a"..."z"))
    return path.addingPercentEncoding(withAllowedCharacters: plain) ?? path
}
