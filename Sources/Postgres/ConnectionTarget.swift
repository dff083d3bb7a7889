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
}
