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

    /// The same as environment variables, for PostgreSQL's own programs: unlike arguments they are not shown to other
    /// users of the machine. Of a URL that libpq can't read nothing is left.
    public var environment: [String: String] {
        var variables: [String: String] = [:]
        for (keyword, value) in keywords {
            let isWhole = keyword == "dbname" && (value.contains("=") || value.contains("://"))
            let text = isWhole ? value : "\(keyword)='\(Self.quoted(value))'"
            guard let options = PQconninfoParse(text, nil) else { continue }
            defer { PQconninfoFree(options) }
            var option = options
            while option.pointee.keyword != nil {
                if let value = option.pointee.val, let name = option.pointee.envvar {
                    variables[String(cString: name)] = String(cString: value)
                }
                option += 1
            }
        }
        return variables
    }

    private static func quoted(_ value: String) -> String {
        value.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
    }
}
