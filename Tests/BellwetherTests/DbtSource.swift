/// What `dictionary --format dbt` prints, as the queries that dbt makes of its data tests. Each query returns its name if
/// the test fails.
struct DbtSource {
    private(set) var tables: [String] = []
    /// One query for each table, with all tests `not_null`.
    private(set) var isNull: [String] = []
    /// One query for each test `accepted_values`.
    private(set) var isOther: [String] = []
    /// One query for each test `unique`.
    private(set) var isRepeated: [String] = []

    init(_ yaml: String) {
        var column = ""
        var required: [String] = []
        for line in yaml.split(separator: "\n") {
            let words = String(line.drop { $0 == " " })
            let indentation = line.count - words.count
            if indentation == 6, let name = words.value(of: "- name: ") {
                endTable(required)
                required = []
                tables.append(name)
            } else if indentation == 10, let name = words.value(of: "- name: ") {
                column = "\"\(name)\""
            } else if words == "- not_null" {
                required.append(column)
            } else if words == "- unique" {
                isRepeated.append(repeated(column))
            } else if let key = words.value(of: "column_name: ") {
                isRepeated.append(repeated(String(key.dropFirst().dropLast()).replacing("\\\"", with: "\"")))
            } else if let values = words.value(of: "values: ") {
                isOther.append(other(column, values))
            }
        }
        endTable(required)
    }

    private mutating func endTable(_ required: [String]) {
        guard let table = tables.last, !required.isEmpty else { return }
        let names = required.joined(separator: ", ")
        isNull.append("SELECT '\(table) not_null' FROM analytics.\(table) HAVING bool_or(num_nulls(\(names)) > 0)")
    }

    private func repeated(_ key: String) -> String {
        let table = tables.last ?? ""
        return "SELECT DISTINCT '\(table) unique' FROM analytics.\(table) GROUP BY \(key) HAVING count(*) > 1"
    }

    private func other(_ column: String, _ values: String) -> String {
        let table = tables.last ?? ""
        let list = values.dropFirst().dropLast().replacing("\"", with: "'")
        let condition = "\(column)::text NOT IN (\(list))"
        return
            "SELECT '\(table) ' || min(\(column)::text) FROM analytics.\(table) WHERE \(condition) HAVING count(*) > 0"
    }
}

extension String {
    /// Returns what follows `key` at the start of the text; nil if it starts otherwise.
    fileprivate func value(of key: String) -> String? {
        hasPrefix(key) ? String(dropFirst(key.count)) : nil
    }
}
