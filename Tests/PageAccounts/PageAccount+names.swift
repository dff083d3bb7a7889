import EventLog
import Pages

extension PageAccount {
    /// Returns the beginning of an app's name, which pages shorten.
    static func short(_ app: String) -> String {
        String(PageFormat.name(app).unicodeScalars.prefix(40))
    }

    /// Returns the names that tell a row from others of its table and app.
    static func names(of row: Row) -> [String] {
        var names: [String] = []
        if let name = cell("os_name", of: row) { names.append("\(name) \(row.text("os_version"))") }
        for (column, none) in [("app_version", "no version"), ("campaign", "no campaign"), ("variant", "no variant")]
        where row.has(column) { names.append(row.text(column).isEmpty ? none : row.text(column)) }
        if row.has("settled_control") {
            names.append(row.text("experiment").isEmpty ? "no placement" : row.text("experiment"))
            if row["base"] == "assigned" { names.append(row.text("outcome")) }
        }
        if let state = cell("app_state", of: row) { names.append(states[state] ?? state) }
        if let reason = cell("reason", of: row) { names.append(reason.replacing("_", with: " ")) }
        if let name = cell("name", of: row), cell("dimension", of: row) != "all" {
            let none = cell("dimension", of: row) == "app_version" ? "no version" : "no"
            names.append(name.isEmpty ? none : String(name.unicodeScalars.prefix(40)))
        }
        if let weekday = row.has("weekday") ? row.int("weekday") : nil {
            names.append(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday - 1])
        }
        return names.map { PageFormat.name($0) }
    }

    private static let states = [
        "foreground": "In the foreground", "background": "From the background", "not_running": "Into a cold start",
        "": "State not reported",
    ]

    /// What pages call the measures of `key_numbers` and `data_quality` and the metrics of verdicts, in lower case: as the
    /// catalogue does, or shorter in the table of all apps.
    static let labels = SQLFiles.catalogue.glossary.filter {
        ["Overview", "Data quality", "Changes"].contains($0.topic)
    }.flatMap(\.terms).reduce(
        into: [
            "reach_rate_28d": ["reach"], "open_rate_24h": ["opened in 24 h"],
            "opens": ["opened in 24 h", "opened within 24 h"], "opt_in_24h": ["within 24 h"],
        ]
    ) { $0[$1.name, default: []].append($1.label.lowercased()) }
}
