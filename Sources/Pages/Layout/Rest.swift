/// A dimension of an app with more values than a report shows. Tables add up the others in one row, the rest.
package struct Rest: Sendable, Encodable {
    /// The app, and the dimension, for example `os_version`.
    package let appID, dimension: String
    /// How many values the app has in the days of the report, and how many of them the report shows at most.
    package let values, shown: Int

    private enum CodingKeys: String, CodingKey {
        case dimension, values, shown
        case appID = "app_id"
    }

    /// Takes a row of the table `rests`.
    package init(_ row: Row) {
        (appID, dimension) = (row.text("app_id"), row.text("dimension"))
        (values, shown) = (row.int("values") ?? 0, row.int("shown") ?? 0)
    }

    /// The name of the row. A value that has this name is in the rest, if there is a rest.
    package static let name = "(other)"

    /// A sentence about these dimensions; empty if there are none.
    static func sentence(_ rests: [Rest]) -> String {
        guard let first = rests.first else { return "" }
        let rule = "“\(name)” adds up all but the \(PageFormat.count(first.shown)) largest values"
        guard rests.allSatisfy({ $0.appID == first.appID }) else {
            return "\(rule) of a dimension; manifest.json lists where"
        }
        return "\(rule): there are "
            + rests.map { "\(PageFormat.count($0.values)) \($0.label)" }.joined(separator: ", ")
    }

    /// The dimension in the plural.
    private var label: String { dimension == "os" ? "major OS versions" : Dimension.words(of: dimension) + "s" }
}
