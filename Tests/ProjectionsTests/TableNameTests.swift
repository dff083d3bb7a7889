import EventLog
import Postgres
import Testing

/// What runs where the rows are must find its tables by the search path: on another node they have another schema.
@Suite struct TableNameTests {
    @Test func stepsAndWhatTheyCallNameTablesWithoutASchema() {
        var named: [String] = []
        for path in Self.reached.sorted() {
            for match in SQLFiles.statement(path).text.withoutComments.matches(of: Self.qualifiedTable) {
                named.append("sql/\(path): \(match.output.table)")
            }
        }
        #expect(named == [])
        #expect(Self.reached.contains("functions/metric.ordered_permission_events.sql"), "called by a fold")
    }

    /// A table with its schema; a function has a parenthesis.
    private static var qualifiedTable: Regex<(Substring, table: Substring)> {
        /(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|LIKE)\s+(?<table>(?:log|projection)\.\w+)\b(?!\()/
    }

    /// Steps, fills, folds and erasures, and the files of the functions that they call, directly or not.
    private static let reached: Set<String> = {
        let home = Dictionary(
            (SQLFiles.paths(under: "functions") + SQLFiles.paths(under: "projections")).flatMap { path in
                SQLFiles.statement(path).text.matches(of: /CREATE OR REPLACE (?:FUNCTION|AGGREGATE) (\w+\.\w+)/)
                    .map { (String($0.output.1), path) }
            }, uniquingKeysWith: { first, _ in first })
        var reached: Set<String> = []
        // What a rebuild keeps is read from the live generation, by its name.
        var left = SQLFiles.paths(under: "projections").filter { !$0.contains("keep_") } + ["erasure/3_events.sql"]
        while let path = left.popLast() {
            guard reached.insert(path).inserted else { continue }
            left += SQLFiles.statement(path).text.withoutComments.matches(of: /\b(\w+\.\w+)\(/)
                .compactMap { home[String($0.output.1)] }
        }
        return reached
    }()
}

extension String {
    fileprivate var withoutComments: String { replacing(/--.*/, with: "") }
}
