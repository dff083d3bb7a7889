import EventLog
import Postgres
import Testing

@Suite struct SQLListsTests {
    private static let lists = SQLLists(SQLFiles.catalogue)

    @Test func aTextWithoutListsIsUnchanged() {
        for text in ["", "SELECT '{1,2}'::integer[]", "a {b c} {d:e} {", "{\"funnel\": 1}"] {
            #expect(Self.lists.written(text) == text)
        }
    }

    @Test func aListIsWrittenOutOncePerColumn() {
        #expect(
            Self.lists.written("SELECT {win_back: sum(cell.#)::#type AS #} FROM cell")
                == """
                SELECT sum(cell.asked)::bigint AS asked, sum(cell.went)::bigint AS went, \
                sum(cell.returned)::bigint AS returned FROM cell
                """)
        #expect(Self.lists.written("    {states| #counted}\n").split(separator: "\n").count == 2)
        #expect(Self.lists.written("{win_back: #counted}").hasPrefix("count(*), count(*) FILTER (WHERE "))
        #expect(Self.lists.written("{funnel: #value}").hasPrefix("prompted, granted + denied, granted"))
        #expect(
            Self.lists.written("{funnel counts: #}") == "prompted, granted, denied, undecided, open_window, dismissed")
        #expect(
            Self.lists.written("{dimensions| #of.#: #text;}").contains("locale.language: metric.language(word.text);"))
        #expect(Self.lists.written("{return_rate: # #type}").hasSuffix("return_rate_high numeric"))
        #expect(Self.lists.written("{win_back_by_os: #}").hasPrefix("app_id, os_name, os_version, asked, "))
    }

    @Test(arguments: ["{unknown: #}", "{funnel+unknown: #}", "{funnel: #unknown}"])
    func anUnknownListStopsTheProgram(text: String) async {
        await #expect(processExitsWith: .failure) { [text] in
            _ = SQLLists(SQLFiles.catalogue).written(text)
        }
    }

    @Test func noListIsLeftAndNoneIsInAMigration() {
        for (path, text) in SQLFiles.files where path.hasSuffix(".sql") {
            let applied = SQLFiles.statement(path).text
            #expect(applied.firstMatch(of: Self.hole) == nil, "\(path)")
            if path.hasPrefix("migrations/") { #expect(text == applied, "\(path)") }
        }
    }

    /// What nothing names is a mistake, or left over.
    @Test func everyListIsNamed() {
        let inSQL = SQLFiles.files.filter { $0.key.hasSuffix(".sql") }.values
            .flatMap { $0.matches(of: Self.hole) }
            .flatMap { $0.names.split(separator: "+").map(String.init) }
        let inTables = SQLFiles.files.filter { $0.key.hasPrefix("catalogue/") }.values
            .flatMap { $0.matches(of: /"columns": \[([^\]]*)\]/) }
            .flatMap { $0.1.matches(of: /[a-z0-9_]+/).map { String($0.0) } }
        #expect(SQLFiles.catalogue.listNames.subtracting(inSQL + inTables).isEmpty)
        #expect(SQLFiles.catalogue.listNames.isDisjoint(with: SQLFiles.catalogue.tableNames))
    }

    /// Where a list stands.
    private static var hole: Regex<(Substring, names: Substring)> {
        /\{(?<names>[a-z0-9_+]+)(?: counts)?[:|]\s[^{}]+\}/
    }
}
