import Foundation

/// The account that runs the server if the program itself runs as root, which PostgreSQL refuses.
struct ServerAccount: Sendable, Equatable {
    let userID: uid_t
    let groupID: gid_t
    let name: String

    /// Looks up the account called `name`. Throws if there is none or if it is root.
    init(named name: String) throws {
        guard let found = Self.find({ getpwnam_r(name, $0, $1, $2, $3) }) else {
            throw ServerError.unavailable(
                "PostgreSQL refuses to run as root and there is no user \"\(name)\": name another with "
                    + "BELLWETHER_PG_USER, or install PostgreSQL's server (apt-get install postgresql)")
        }
        guard found.userID != 0 else {
            throw ServerError.unavailable(
                "PostgreSQL refuses to run as root: name another user than \"\(name)\" with BELLWETHER_PG_USER")
        }
        self = found
    }

    /// Looks up the owner of a folder. An account without an entry in the user database gets its number as its name.
    init(owner: uid_t, group: gid_t) {
        let found = Self.find { getpwuid_r(owner, $0, $1, $2, $3) }
        self = found ?? ServerAccount(userID: owner, groupID: group, name: String(owner))
    }

    private init(userID: uid_t, groupID: gid_t, name: String) {
        self.userID = userID
        self.groupID = groupID
        self.name = name
    }

    /// Makes this account the owner of an open file.
    func own(_ descriptor: CInt, _ path: String) throws {
        guard fchown(descriptor, userID, groupID) == 0 else {
            throw ServerError.system("give to the user \(name)", path)
        }
    }

    /// Returns the words to put before a command line so that it runs as this account, without root's groups.
    ///
    /// Subprocess could change the user, but it does so between `clone3` and `exec`, where glibc's `setgroups` can wait
    /// forever for a thread that the parent was just starting.
    func prefix(_ environment: [String: String]) throws -> [String] {
        let folders = ["/usr/bin", "/bin"] + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        guard let program = folders.map({ $0 + "/setpriv" }).first(where: { access($0, X_OK) == 0 }) else {
            throw ServerError.unavailable(
                "setpriv, which runs PostgreSQL as the user \(name), is not here: "
                    + "install it (apt-get install util-linux), or run the command as another user than root")
        }
        return [program, "--reuid=\(userID)", "--regid=\(groupID)", "--clear-groups", "--"]
    }

    /// Returns the account named by `BELLWETHER_PG_USER`, by default `postgres`.
    static func chosen(in environment: [String: String]) throws -> ServerAccount {
        try ServerAccount(named: explicitName(in: environment) ?? "postgres")
    }

    /// The value of `BELLWETHER_PG_USER`; nil if it is not set or empty.
    static func explicitName(in environment: [String: String]) -> String? {
        environment["BELLWETHER_PG_USER"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private typealias LookUp = (
        UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> CInt

    private static func find(_ lookUp: LookUp) -> ServerAccount? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536) { buffer in
            var entry = passwd()
            var result: UnsafeMutablePointer<passwd>?
            guard let memory = buffer.baseAddress, lookUp(&entry, memory, buffer.count, &result) == 0,
                let found = result?.pointee
            else { return nil }
            return ServerAccount(
                userID: found.pw_uid, groupID: found.pw_gid, name: String(cString: found.pw_name))
        }
    }
}
