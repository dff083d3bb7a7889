import CPostgres

/// Where to connect: libpq's connection keywords and their values.
///
/// A `dbname` that is a URL or a `key=value` string is expanded by libpq; what no keyword names comes from libpq's
/// own `PG*` variables.
public struct ConnectionTarget: Sendable, Hashable {
    /// Keyword (such as `host`, `dbname`) to value.
    public var keywords: [String: String]

    /// A target of single keywords; an empty one leaves everything to libpq's `PG*` variables.
    public init(keywords: [String: String] = [:]) {
        self.keywords = keywords
    }

    /// A target given as a URL (`postgresql://…`) or as libpq's `key=value` words.
    public init(url: String) {
        self.keywords = ["dbname": url]
    }

    /// The same target with a URL or a string of keywords taken apart. Of one that libpq can't read nothing is left.
    public var expanded: ConnectionTarget {
        ConnectionTarget(keywords: Dictionary(uniqueKeysWithValues: options.map { ($0.keyword, $0.value) }))
    }

    /// The same as environment variables, for PostgreSQL's own programs: unlike arguments they are not shown to other
    /// users of the machine.
    public var environment: [String: String] {
        Dictionary(uniqueKeysWithValues: options.compactMap { option in option.variable.map { ($0, option.value) } })
    }

    /// The same target with limits to the wait for a host that vanished, where neither it nor the environment gives
    /// them: `PGCONNECT_TIMEOUT`, and the service file by `PGSERVICE`; libpq has no variable for the others. They win over
    /// the service file of a `service` in the target, which is not read here.
    package var withLimits: ConnectionTarget {
        let given = Set((options + Self.taken(from: PQconndefaults())).map { $0.keyword })
        let limits = Self.limits.filter { !given.contains($0.key) }
        return ConnectionTarget(keywords: keywords.merging(limits) { own, _ in own })
    }

    /// How long a host that vanished is waited for. The kernel by itself sends again for a quarter of an hour, and while
    /// we wait for an answer it is two hours before it asks whether anybody is there. Not less than a minute, because a
    /// server that lives and takes in nothing for so long, for a slow disk or a lock, is given up as well. A statement may
    /// take any time: the server's kernel answers for it.
    ///
    /// `connect_timeout` is for what comes before the connection is there. It alone counts on a Unix socket.
    private static let limits = [
        "connect_timeout": "30",
        // Seconds at rest before the first question, between two, and how many: 30 + 3 · 10.
        "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
        // Milliseconds. Where it is set, Linux goes by it, and not by the count, for questions too.
        "tcp_user_timeout": "60000",
    ]

    private typealias Option = (keyword: String, value: String, variable: String?)

    /// Whether libpq can read it, and finds no host in what may be a password: what it says otherwise shows a part of that.
    package var isReadable: Bool {
        parts.allSatisfy { $0 != nil }
            && !options.contains { $0.keyword == "host" && $0.value.dropFirst().contains("@") }
    }

    /// Keyword, value and environment variable of all that is set.
    private var options: [Option] { parts.flatMap { $0 ?? [] } }

    /// The same for each keyword; nil for one whose value libpq can't read.
    private var parts: [[Option]?] {
        keywords.map { keyword, value in
            let isWhole = keyword == "dbname" && (value.contains("=") || value.contains("://"))
            let text = isWhole ? value : "\(keyword)='\(Self.quoted(value))'"
            return PQconninfoParse(text, nil).map { Self.taken(from: $0) }
        }
    }

    /// The same of a list of libpq's, which is freed; nothing where libpq gave none.
    private static func taken(from list: UnsafeMutablePointer<PQconninfoOption>?) -> [Option] {
        guard var option = list else { return [] }
        defer { PQconninfoFree(list) }
        var found: [Option] = []
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                let variable = option.pointee.envvar.map { String(cString: $0) }
                found.append((String(cString: keyword), String(cString: value), variable))
            }
            option += 1
        }
        return found
    }

    private static func quoted(_ value: String) -> String {
        value.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
    }
}
