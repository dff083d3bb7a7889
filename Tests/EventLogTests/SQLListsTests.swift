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
        #expect(Self.inALine("{win_back: #counted}").hasPrefix("count(*), count(*) FILTER (WHERE "))
        #expect(Self.inALine("{funnel: #value}").hasPrefix("prompted, granted + denied, granted"))
        #expect(Self.inALine("{funnel counts: #}").hasPrefix("prompted, granted, "), "decided is a total")
        #expect(Self.inALine("{dimensions| #of.#: #text;}").contains("locale.language: metric.language(word.text);"))
        #expect(Self.inALine("{return_rate: # #type}").hasSuffix("return_rate_high numeric"))
        #expect(Self.inALine("{win_back_by_os: #}").hasPrefix("app_id, os_name, os_version, asked, "))
        #expect(Self.inALine("{tables: (#)}").contains("(opt_in_by), (opt_in_weekly)"))
        #expect(Self.inALine("{tables: '#meaning'}").contains("'The targets of the team for rates, by app.'"))
        #expect(
            Self.inALine("{engagement_events: '#'}")
                == "'notification_sent', 'notification_received', 'notification_opened', 'app_opened'")
        #expect(Self.inALine("{permission_events: #}").hasSuffix(", settings_prompt_shown, settings_opened"))
        #expect(Self.inALine("{event_types: #}").hasSuffix("notification_opened, app_opened"))
    }

    /// Returns a list as it is written out in a line of other text.
    private static func inALine(_ list: String) -> String { String(lists.written("SELECT \(list)").dropFirst(7)) }

    @Test(arguments: [
        "{nowhere: #}", "{funnel+nowhere: #}", "{funnel: #unknown}", "{event_types: #type}",
    ])
    func anUnknownListStopsTheProgram(text: String) async {
        await #expect(processExitsWith: .failure) { [text] in
            print(SQLLists(SQLFiles.catalogue).written(text))
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
