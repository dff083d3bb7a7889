import CPostgres

/// Where to connect: libpq's connection keywords with their values.
///
/// libpq expands a `dbname` that is a URL or a `key=value` string, and takes what is not given from its own `PG*`
/// environment variables.
public struct ConnectionTarget: Sendable, Hashable {
    /// Values by keyword, such as `host` and `dbname`.
    public var keywords: [String: String]

    /// Creates a target from keywords. Without any, libpq's `PG*` variables decide everything.
    public init(keywords: [String: String] = [:]) {
        self.keywords = keywords
    }

    /// Creates a target from a URL (`postgresql://…`) or a `key=value` connection string.
    public init(url: String) {
        self.keywords = ["dbname": url]
    }

    /// The same target with a URL or connection string split into keywords. Values that libpq can't parse are left out.
    public var expanded: ConnectionTarget {
        ConnectionTarget(keywords: Dictionary(options.map { ($0.keyword, $0.value) }) { _, last in last })
    }

    /// The same target as environment variables, for PostgreSQL's own programs. Unlike command-line arguments, other
    /// users of the machine can't see these.
    public var environment: [String: String] {
        Dictionary(options.compactMap { option in option.variable.map { ($0, option.value) } }) { _, last in last }
    }

    /// The same target with the timeouts of `limits`, except those that the target or the environment sets. The
    /// environment can do so by `PGCONNECT_TIMEOUT` or by the service file of `PGSERVICE`; libpq has no variables for
    /// the others. The service file of a `service` in the target is not read here, so these timeouts override it.
    package var withLimits: ConnectionTarget {
        let given = Set((options + Self.taken(from: PQconndefaults())).map { $0.keyword })
        let limits = Self.limits.filter { !given.contains($0.key) }
        return ConnectionTarget(keywords: keywords.merging(limits) { own, _ in own })
    }

    /// Timeouts that detect a host which has become unreachable. With the kernel's defaults, unacknowledged data is
    /// resent for 15 minutes, and an idle connection is checked only after two hours.
    ///
    /// Detection takes a minute and not less, because it also gives up on a server that is alive but accepts no data
    /// for that long, for example because of a slow disk or a lock. The run time of a statement is not limited: while
    /// it runs, the server's kernel answers the keepalive probes.
    ///
    /// `connect_timeout` applies only until the connection is established. It is the only one that applies to Unix
    /// sockets.
    private static let limits = [
        "connect_timeout": "30",
        // Seconds without traffic before the first probe, seconds between probes, number of probes: 30 + 3 · 10 s.
        "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
        // Milliseconds. If this is set, Linux uses it instead of the count for keepalive probes too.
        "tcp_user_timeout": "60000",
    ]

    private typealias Option = (keyword: String, value: String, variable: String?)

    /// Whether libpq can parse every value and no host contains an `@`, which would be part of a mistyped password (a
    /// leading `@` is allowed: it means an abstract Unix socket). Otherwise libpq's error messages could show part of
    /// the password.
    package var isReadable: Bool {
        parts.allSatisfy { $0 != nil }
            && !options.contains { $0.keyword == "host" && $0.value.dropFirst().contains("@") }
    }

    /// Keyword, value and environment variable of every parameter that is set.
    private var options: [Option] { parts.flatMap { $0 ?? [] } }

    /// The parameters that each keyword sets; nil for a value that libpq can't parse. In libpq's order: what a URL in
    /// `dbname` says comes first, and separate keywords override it.
    private var parts: [[Option]?] {
        let inOrder = keywords.sorted { $0.key == "dbname" && $1.key != "dbname" }
        return inOrder.map { keyword, value in
            let isWhole = keyword == "dbname" && (value.contains("=") || value.contains("://"))
            let text = isWhole ? value : "\(keyword)='\(Self.quoted(value))'"
            return PQconninfoParse(text, nil).map { Self.taken(from: $0) }
        }
    }

    /// Returns the parameters that are set in a list of libpq's, and frees the list. Returns none for a null pointer.
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
