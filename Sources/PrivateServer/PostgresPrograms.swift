import Foundation

/// The server programs of one PostgreSQL installation.
public struct PostgresPrograms: Sendable, Equatable {
    /// Absolute path of the folder that holds `initdb`, `postgres`, `pg_ctl` and `pg_isready`.
    public let directory: String
    /// PostgreSQL's version, such as `15.14` or `18beta1`.
    public let version: String

    /// The major version, which must equal that of the server's data.
    public var majorVersion: Int { Int(version.prefix { $0.isNumber }) ?? 0 }

    /// Returns the path of one program.
    public func path(of program: String) -> String { directory + "/" + program }

    /// Finds the programs in a folder; nil if one that a private server needs is missing or doesn't run.
    public init?(directory: String, environment: [String: String]) async throws {
        guard Self.areThere(directory) else { return nil }
        let answer = try await runProgram([directory + "/postgres", "--version"], environment: environment)
        let words = answer.output.split(whereSeparator: \.isWhitespace)
        guard answer.succeeded, words.count > 2 else { return nil }
        self.directory = directory
        self.version = String(words[2])
    }

    /// Finds the programs to use, of `majorVersion` if that is given. Searches `BELLWETHER_PG_BINDIR`, the folder that
    /// `pg_config` names, the usual places (highest version first) and the folders of `PATH`, in that order.
    public static func find(environment: [String: String], majorVersion: Int? = nil) async throws -> PostgresPrograms {
        try await find(environment: environment, majorVersion: majorVersion, places: usualPlaces())
    }

    /// Does the same with `places` instead of the usual ones.
    package static func find(
        environment: [String: String], majorVersion: Int?, places: [String]
    ) async throws -> PostgresPrograms {
        var others: [PostgresPrograms] = []
        for directory in try await candidates(environment, places) {
            let programs = try await PostgresPrograms(directory: directory, environment: environment)
            guard let programs else { continue }
            if majorVersion == nil || programs.majorVersion == majorVersion { return programs }
            others.append(programs)
        }
        throw missing(majorVersion, others)
    }

    /// Searches the same folders for a program that a private server does not need, such as `psql`. Returns its path;
    /// nil if none of them has it.
    public static func path(of program: String, environment: [String: String]) async throws -> String? {
        try await folders(environment, usualPlaces()).map { $0 + "/" + program }.first(where: isExecutable)
    }

    private static func candidates(_ environment: [String: String], _ places: [String]) async throws -> [String] {
        if let named = namedFolder(in: environment), !areThere(named) { throw incomplete(named) }
        return try await folders(environment, places).filter(areThere)
    }

    /// Returns the folders that may hold PostgreSQL's programs, in the order of the search.
    private static func folders(_ environment: [String: String], _ places: [String]) async throws -> [String] {
        let named = namedFolder(in: environment).map {
            absolutePath($0, from: FileManager.default.currentDirectoryPath)
        }
        let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        var configured: [String] = []
        for configuration in path.map({ $0 + "/pg_config" }) where isExecutable(configuration) {
            let answer = try await runProgram([configuration, "--bindir"], environment: environment)
            configured.append(answer.output.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return [named].compactMap(\.self) + configured + places + path
    }

    /// The value of `BELLWETHER_PG_BINDIR`; nil if it is not set or empty.
    private static func namedFolder(in environment: [String: String]) -> String? {
        environment["BELLWETHER_PG_BINDIR"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folders where packages and builds install the programs, highest version first within each pattern.
    private static func usualPlaces() -> [String] {
        versions(in: "/usr/lib/postgresql") { "/usr/lib/postgresql/\($0)/bin" }
            + versions(in: "/usr", prefix: "pgsql-") { "/usr/pgsql-\($0)/bin" }
            + ["/usr/local/pgsql/bin"]
            + versions(in: "/opt/homebrew/opt", prefix: "postgresql@") { "/opt/homebrew/opt/postgresql@\($0)/bin" }
            + ["/opt/homebrew/bin", "/usr/local/bin"]
    }

    private static func versions(in directory: String, prefix: String = "", _ place: (Int) -> String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count)) }
            .sorted(by: >).map(place)
    }

    private static let needed = ["initdb", "postgres", "pg_ctl", "pg_isready"]

    private static func areThere(_ directory: String) -> Bool {
        needed.allSatisfy { isExecutable(directory + "/" + $0) }
    }

    private static func isExecutable(_ path: String) -> Bool {
        access(path, X_OK) == 0
    }

    private static func incomplete(_ named: String) -> ServerError {
        .unavailable(
            "BELLWETHER_PG_BINDIR names \(named), which has not all of \(needed.joined(separator: ", ")): "
                + "correct or unset it")
    }

    private static func missing(_ majorVersion: Int?, _ others: [PostgresPrograms]) -> ServerError {
        guard let majorVersion, let other = others.first else {
            return .unavailable(
                "PostgreSQL's server programs (initdb, postgres, pg_ctl) are not on this machine: install them "
                    + "(apt-get install postgresql), name their folder with BELLWETHER_PG_BINDIR, "
                    + "or name a running database with --database-url")
        }
        return .unavailable(
            "the private server was made by PostgreSQL \(majorVersion) and only \(other.version) is here: "
                + "install \(majorVersion) (apt-get install postgresql-\(majorVersion)), name its folder with "
                + "BELLWETHER_PG_BINDIR, or give another folder with --data-dir")
    }
}
