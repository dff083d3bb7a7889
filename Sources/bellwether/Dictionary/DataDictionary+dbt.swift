import Pages

extension DataDictionary {
    /// The tables and views as a source of dbt, in YAML, with the data tests that hold for their columns.
    var dbt: String {
        let head = """
            # Written by `bellwether dictionary --format dbt` from the comments in the database; dbt 1.10.8 or later reads it.
            version: 2

            sources:
              - name: bellwether
                schema: analytics
                description: \(Self.scalar(meaning ?? ""))
                tables:
            """
        return ([head] + relations.flatMap(Self.lines)).joined(separator: "\n") + "\n"
    }

    private static func lines(of relation: Relation) -> [String] {
        ["      - name: \(relation.name)", "        description: \(scalar(relation.meaning ?? ""))"]
            + keyTest(of: relation) + ["        columns:"]
            + relation.columns.flatMap { lines(of: $0, in: relation) }
    }

    /// Returns the test that each key of several columns has one row.
    private static func keyTest(of relation: Relation) -> [String] {
        guard relation.key.count > 1 else { return [] }
        // As text, because dbt leaves out rows whose key is null, and a row with a null member is.
        let key = "row(\(relation.key.map(identifier).joined(separator: ", ")))::text"
        return [
            "        data_tests:", "          - unique:", "              name: \(relation.name)_has_one_row_a_key",
            "              arguments:", "                column_name: \(scalar(key))",
        ]
    }

    private static func lines(of column: Column, in relation: Relation) -> [String] {
        var tests = relation.isNeverNull(column) ? ["              - not_null"] : []
        if relation.key == [column.name] { tests.append("              - unique") }
        if let values = relation.values(of: column) {
            let list = values.map(scalar).joined(separator: ", ")
            tests += [
                "              - accepted_values:", "                  arguments:",
                "                    values: [\(list)]",
            ]
        }
        return [
            "          - name: \(column.name)", "            description: \(scalar(column.meaning ?? ""))",
            "            data_type: \(scalar(column.type))",
        ]
            + (identifier(column.name) == column.name ? [] : ["            quote: true"])
            + (tests.isEmpty ? [] : ["            data_tests:"] + tests)
    }

    /// Returns the name of a column as SQL needs it.
    private static func identifier(_ name: String) -> String { name == "table" ? "\"table\"" : name }

    /// Returns a text of one line as a YAML scalar.
    private static func scalar(_ text: String) -> String {
        "\"\(text.replacing(["\\": "\\\\", "\"": "\\\"", "\n": " "]))\""
    }
}
