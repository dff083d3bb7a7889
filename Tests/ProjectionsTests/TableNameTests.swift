import EventLog
import Postgres
import Testing

/// SQL that runs on the node with the rows must find its tables through the search path, because on another node they
/// are in another schema.
@Suite struct TableNameTests {
    @Test func stepsAndWhatTheyCallNameTablesWithoutASchema() {
        var named: [String] = []
        for path in Self.reached.sorted() {
            for match in SQLFiles.statement(path).text.withoutComments.matches(of: Self.qualifiedTable) {
                named.append("sql/\(path): \(match.output.table)")
            }
        }
        #expect(named == [])
        #expect(Self.reached.contains("functions/projection.ordered_permission_events.sql"), "called by a fold")
    }

    /// Matches a table with its schema. A function would be followed by a parenthesis.
    private static var qualifiedTable: Regex<(Substring, table: Substring)> {
        /(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|LIKE)\s+(?<table>(?:log|projection)\.\w+)\b(?!\()/
    }

    /// The files of steps, backfills, folds and erasures, and of the functions that they call directly or indirectly.
    private static let reached: Set<String> = {
        let home = Dictionary(
            (SQLFiles.paths(under: "functions") + SQLFiles.paths(under: "projections")).flatMap { path in
                SQLFiles.statement(path).text.matches(of: /CREATE OR REPLACE (?:FUNCTION|AGGREGATE) (\w+\.\w+)/)
                    .map { (String($0.output.1), path) }
            }, uniquingKeysWith: { first, _ in first })
        var reached: Set<String> = []
        // `carry_over_` files read the live generation, so they name its schema.
        var left =
            SQLFiles.paths(under: "projections").filter { !$0.contains("carry_over_") } + ["erasure/3_events.sql"]
        while let path = left.popLast() {
            guard reached.insert(path).inserted else { continue }
            left += SQLFiles.statement(path).text.withoutComments.matches(of: /\b(\w+\.\w+)\(/)
                .compactMap { home[String($0.output.1)] }
        }
        return reached
    }()
}

extension String {
    /// The SQL without its comments.
    var withoutComments: String { replacing(/--.*/, with: "") }
}
