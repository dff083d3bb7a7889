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

    /// Keyword, value and environment variable of all that is set.
    private var options: [(keyword: String, value: String, variable: String?)] {
        var found: [(keyword: String, value: String, variable: String?)] = []
        for (keyword, value) in keywords {
            let isWhole = keyword == "dbname" && (value.contains("=") || value.contains("://"))
            let text = isWhole ? value : "\(keyword)='\(Self.quoted(value))'"
            guard let parsed = PQconninfoParse(text, nil) else { continue }
            defer { PQconninfoFree(parsed) }
            var option = parsed
            while let keyword = option.pointee.keyword {
                if let value = option.pointee.val {
                    let variable = option.pointee.envvar.map { String(cString: $0) }
                    found.append((String(cString: keyword), String(cString: value), variable))
                }
                option += 1
            }
        }
        return found
    }

    private static func quoted(_ value: String) -> String {
        value.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
    }
}
