import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct SwapTests {
    @Test func anAnalystsLongQueryDelaysTheSwapAndNobodyElse() async throws {
        try await History.run { history in
            try await history.ingest(OrderTests.lines(200), batchSize: 50)
            try await history.project()
            let answer = try await history.log.rows(Self.query)
            let analyst = try await history.longQuery(Self.query)
            let old = try await history.generation()
            // It keeps trying to swap until the test ends.
            let projector = Projector(
                session: try await history.log.database.session(as: .project),
                swapPatience: SwapPatience(attempts: 10_000, pause: .milliseconds(50)))
            async let rebuilt = projector.rebuild(Projection.all)
            // A swap has twice waited for its lock and given up.
            for _ in 0..<2 {
                try await history.waitFor(1, waitingFor: "relation")
                try await history.waitFor(0, waitingFor: "relation")
            }
            let reader = try await history.log.database.session(as: .analyst)
            try await reader.run { connection in
                // A session blocked by the swap would have to wait until the analyst's query ends.
                try connection.script(Statement("limit", "SET statement_timeout = '5s'"))
                for _ in 0..<20 { _ = try connection.execute(Statement(file: "test", text: Self.query)) }
            }
            let later = OrderTests.lines(100).map { $0.replacing("-4000-8000-", with: "-4000-9000-") }
            try await history.ingest(later, batchSize: 10)
            try await history.project()
            #expect(try await history.generation() == old)
            #expect(try await history.status().rebuild.map(\.isRunning) == Projection.all.map { _ in true })
            let rest = try await analyst.run { try $0.execute(Statement("rest", "FETCH ALL FROM answer")).rows() }
            #expect(rest == Array(answer.dropFirst()), "\(rest.count) and \(answer.count) rows")
            await analyst.close()
            _ = try await rebuilt
            await reader.close()
            #expect(try await Set(history.generation()).isDisjoint(with: old))
            #expect(try await history.status().rebuild.isEmpty)
            let state = try await history.everything()
            let findings = try await history.projector.check(Projection.all)
            #expect(findings.allSatisfy { $0.differing == 0 })
            #expect(try await history.everything() == state)
        }
    }

    @Test func statusTellsHowFarARebuildIs() async throws {
        try await History.run { history in
            try await history.ingest([line("prompt_shown", 1, at: 0), appOpened(2, at: 0)])
            try await history.project()
            #expect(try await history.status().rebuild.isEmpty)
            let writer = try await history.inTransaction("LOCK TABLE log.engagement_event IN ACCESS EXCLUSIVE MODE")
            let projector = try await history.anotherProjector()
            let journey = try Projector.projection(named: "journey")
            let rebuilding = Task { try await projector.rebuild([journey]) }
            try await history.waitFor(1, waitingFor: "relation")
            let filling = try #require(try await history.status().rebuild.first)
            #expect(filling.name == "journey" && filling.isRunning)
            #expect(filling.partsLeft == 2)
            #expect(filling.position == 0 && filling.batchesBehind == 1 && filling.eventsBehind == 2)
            _ = try await history.log.rows(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE wait_event_type = 'Lock' AND datname = current_database()
                """)
            await #expect(throws: PostgresError.self) { try await rebuilding.value }
            #expect(try await history.status().rebuild.map(\.isRunning) == [false])
            await writer.close()
        }
    }

    /// Reads tables that are computed from engagement events and from permission events.
    private static let query = """
        SELECT t::text FROM analytics.opens_daily AS t
        UNION ALL SELECT t::text FROM analytics.reach_daily AS t
        UNION ALL SELECT t::text FROM analytics.activity_daily AS t
        UNION ALL SELECT t::text FROM analytics.installations AS t
        """
}

extension History {
    /// Returns an analyst's session that has fetched only the first row of a query.
    fileprivate func longQuery(_ query: String) async throws -> Session {
        let session = try await log.database.session(as: .analyst)
        try await session.run { connection in
            try connection.script(
                Statement(file: "test", text: "BEGIN; DECLARE answer CURSOR FOR \(query); FETCH 1 FROM answer"))
        }
        return session
    }

    /// Returns the object ids of the live tables.
    fileprivate func generation() async throws -> [String?] {
        var tables: [String?] = []
        for table in try await stateTables() {
            tables += try await log.rows("SELECT 'projection.\(table)'::regclass::oid").map { $0[0] }
        }
        return tables
    }
}
