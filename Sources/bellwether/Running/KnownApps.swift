import Pages
import Postgres

/// The apps that have events.
struct KnownApps {
    private let apps: [String]

    /// Reads them with the rights of the role `project`.
    init(_ connection: borrowing Connection) throws {
        apps = try connection.execute(
            Statement("list apps", "SELECT app.app_id FROM log.app ORDER BY app.app_id COLLATE \"C\"")
        ).rows().compactMap { $0[0] }
    }

    /// Returns the beginning of a sentence that says that no event has this app, for example because of a typo, and
    /// names the first that exist; nil if one has.
    func absence(of app: String) -> String? {
        guard !apps.contains(where: { $0.utf8.elementsEqual(app.utf8) }) else { return nil }
        let listed = apps.prefix(5).map { PageFormat.name($0) }.joined(separator: ", ")
        let more = apps.count > 5 ? " and \(PageFormat.count(apps.count - 5)) more" : ""
        return "The log has no events of "
            + (apps.isEmpty ? "any app" : "\(PageFormat.name(app)), but of \(listed)\(more)")
    }
}
