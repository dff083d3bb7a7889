import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct AppErasureTests {
    private static let app = "com.example.trial"

    /// Returns unusual events of the app, and of another one with the same installations.
    private static func lines(_ count: Int) -> (trial: [String], others: [String]) {
        let lines = (OrderTests.lines(count) + OrderTests.engagementLines(count)).shuffled().withoutDifferingCopies()
        let trial = lines.map { $0.replacing("com.example.shop", with: app) }
        return (trial, lines.filter { _ in Bool.random() })
    }

    @Test(arguments: 0..<3) func everyTableIsThatOfALogWithoutIt(_: Int) async throws {
        let (trial, others) = Self.lines(150)
        let expected = try await History.run(stepSize: 50) { history in
            try await history.ingest(others, batchSize: 40)
            try await history.project()
            return try await history.comparable() + history.analytics()
        }
        try await History.run(stepSize: 50) { history in
            try await history.ingest(Array(trial[..<100]), batchSize: 40)
            try await history.ingest(others, batchSize: 40)
            try await history.project()
            // Some are ingested and not projected when the app is removed.
            try await history.ingest(Array(trial[100...]), batchSize: 40)
            _ = try await history.forget(Self.app)
            try await history.project()
            #expect(try await history.comparable() + history.analytics() == expected)
            #expect(try await history.tables(holding: Self.app.replacing(".", with: "[.]")) == [])
            try await history.expectWhatARebuildGives()
        }
    }

    @Test(arguments: 0..<3) func inTheMiddleOfARebuildItGoesFromBothGenerations(_: Int) async throws {
        let (trial, others) = Self.lines(200)
        try await History.run(stepSize: 50) { history in
            try await history.ingest(trial, batchSize: 30)
            try await history.ingest(others, batchSize: 30)
            try await history.project()
            try await history.killed(after: .milliseconds(Int.random(in: 5...200))) { projector in
                _ = try await projector.rebuild(Projection.all)
            }
            _ = try await history.forget(Self.app)
            #expect(try await history.tables(holding: Self.app.replacing(".", with: "[.]")) == [])
            let state = try await history.everything()
            // Resumes the rebuild where it was killed, unless it had finished.
            try await history.rebuild()
            #expect(try await history.everything() == state)
        }
    }

    @Test func deliveriesOfTheAppAloneAreCountedNoMore() async throws {
        try await History.run { history in
            try await history.ingest([appOpened(1, at: 0)])
            _ = try await history.outcome(of: [appOpened(2, at: 0).replacing("com.example.shop", with: Self.app), "{"])
            try await history.project()
            let report = try await history.forget(Self.app)
            #expect(report.engagementEvents == 1 && report.quarantined == 1, "the other line of its file goes too")
            let counted = try await history.log.rows("SELECT outcome, deliveries FROM projection.delivery_cell")
            #expect(counted == [["accepted", "1"]])
            try await history.expectWhatARebuildGives()
        }
    }

    @Test func rejectsAreOfTheAppThatTheyNameOrElseOfTheKey() async throws {
        try await History.run { history in
            _ = try await history.outcome(of: [
                #"{"app_id":"\#(Self.app)"}"#, #"{"app_id":"\#(Self.app)","#, #"{"x":"\#(Self.app).beta""#,
                #"{"app_id":"com.example.shop","x":"\#(Self.app)"}"#, "{",
            ])
            #expect(try await history.forget(Self.app).quarantined == 2)
            #expect(try await history.log.rows("SELECT count(*) FROM log.quarantine") == [["3"]])
        }
    }

    @Test func aFileOfTheAppIsStoredAgainWhenItComesAgain() async throws {
        try await History.run { history in
            let line = appOpened(1, at: 0).replacing("com.example.shop", with: Self.app)
            #expect(try await history.outcome(of: [line]).accepted == 1)
            _ = try await history.forget(Self.app)
            #expect(try await history.log.rows("SELECT FROM log.source_file").isEmpty)
            #expect(try await history.outcome(of: [line]).accepted == 1)
        }
    }

    /// A batch of the app's file commits while the app is being removed.
    @Test func aFileThatIsBeingIngestedIsForgottenToo() async throws {
        try await History.run { history in
            try await history.ingest([appOpened(1, at: 0).replacing("com.example.shop", with: Self.app)])
            let writer = try await history.inTransaction(
                """
                LOCK TABLE log.position_lock IN EXCLUSIVE MODE;
                INSERT INTO log.batch
                SELECT (jsonb_populate_record(batch, jsonb_build_object(
                    'batch_id', nextval('log.batch_id'), 'position', batch.position + 1
                ))).*
                FROM log.batch
                """)
            async let forgotten = history.forget(Self.app)
            try await history.waitFor(1, waitingFor: "relation")
            try await writer.run { try $0.script(Statement(file: "test", text: "COMMIT")) }
            await writer.close()
            _ = try await forgotten
            #expect(try await history.log.rows("SELECT FROM log.source_file").isEmpty)
            #expect(try await history.log.rows("SELECT count(source_file) FROM log.batch") == [["0"]])
        }
    }

    /// An event comes after its first commit, while its second one waits for a projection.
    @Test func whatComesWhileItIsRemovedIsOfANewApp() async throws {
        try await History.run { history in
            let trial = { appOpened($0, at: $1).replacing("com.example.shop", with: Self.app) }
            try await history.ingest([trial(1, 0)])
            try await history.project()
            let projecting = try await history.inTransaction("LOCK TABLE projection.checkpoint IN ROW SHARE MODE")
            async let forgotten = history.forget(Self.app)
            try await history.waitFor(1, waitingFor: "relation")
            try await history.ingest([trial(2, 10)])
            await projecting.close()
            #expect(try await forgotten.engagementEvents == 1)
            #expect(try await history.log.rows("SELECT app_id FROM analytics.events") == [[Self.app]])
            #expect(try await history.log.rows("SELECT sum(accepted) FROM log.batch") == [["1"]])
            try await history.ingest([trial(3, 20)])
            #expect(try await history.log.rows("SELECT count(app_id) FROM analytics.events") == [["2"]])
        }
    }

    /// It is held up where it counts deliveries again. Only the files, for which writers have to wait, go after that.
    @Test func othersStoreWhileItsDeliveriesAreCountedAgain() async throws {
        try await History.run { history in
            try await history.ingest([appOpened(1, at: 0).replacing("com.example.shop", with: Self.app)])
            try await history.project()
            let obstacle = try await history.inTransaction("LOCK TABLE projection.delivery_cell IN SHARE MODE")
            async let forgotten = history.forget(Self.app)
            try await history.waitFor(1, waitingFor: "relation")
            try await history.ingest([appOpened(2, at: 10)])
            await obstacle.close()
            #expect(try await forgotten.engagementEvents == 1)
            #expect(try await history.log.rows("SELECT app_id FROM analytics.events") == [["com.example.shop"]])
            try await history.project()
            try await history.expectWhatARebuildGives()
        }
    }

    /// It was killed right after its first commit. Then a report was made, and an event came.
    @Test func forgettingAgainDoesTheRestOfWhatWasKilled() async throws {
        try await History.run { history in
            let trial = { appOpened($0, at: $1).replacing("com.example.shop", with: Self.app) }
            try await history.ingest([trial(1, 0), trial(2, 2 * day)])
            try await history.project()
            _ = try await history.log.rows("UPDATE log.app SET app_id = app_id || '/' || app")
            _ = try await history.log.rows("UPDATE log.intake_rules SET words_dropped = words_dropped + 1")
            try await history.report()
            try await history.ingest([trial(3, 5)])
            #expect(try await history.tables(holding: "com[.]example").contains("analytics.published_row"))
            #expect(try await history.forget(Self.app).engagementEvents == 3)
            #expect(try await history.tables(holding: "com[.]example") == [])
        }
    }

    /// The paths of files and the notes of nightly runs name it.
    @Test func whatOtherAppsKeepNamesItNoMore() async throws {
        try await History.run { history in
            _ = try await history.outcome(of: [appOpened(1, at: 0), #"{"app_id":"com.example.shop"}"#])
            for table in ["log.batch", "log.quarantine"] {
                _ = try await history.log.rows("UPDATE \(table) SET source = '/in/\(Self.app).ndjson'")
            }
            _ = try await history.log.rows(
                "SELECT projection.note_run(1, 'ingest', 'failed', 1, 'Can''t read \(Self.app).json or \(Self.app)2.')")
            _ = try await history.forget(Self.app)
            #expect(try await history.log.rows("SELECT source FROM log.batch") == [["/in/….ndjson"]])
            #expect(try await history.log.rows("SELECT source FROM log.quarantine") == [["/in/….ndjson"]])
            let notes = try await history.log.rows("SELECT detail FROM analytics.runs")
            #expect(notes == [["Can't read ….json or \(Self.app)2."]])
        }
    }
}

extension History {
    /// Removes an app with the owner's rights.
    func forget(_ app: String) async throws -> AppErasure.Report {
        try await withSession(as: nil) { try await AppErasure(of: app, session: $0).erase() }
    }
}
