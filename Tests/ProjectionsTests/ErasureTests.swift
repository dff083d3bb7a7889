import EventLog
import Events
import Ingest
import Postgres
import Projections
import Reports
import TestSupport
import Testing

@Suite struct ErasureTests {
    /// The numbers of the installations that the tests erase.
    private static let erased = [2, 3]

    /// Returns lines in random order, in which no event id equals an installation id.
    private static func lines(_ count: Int) -> [String] {
        let lines = OrderTests.lines(count) + OrderTests.engagementLines(count)
        return lines.shuffled().withoutDifferingCopies().map { line in
            line.replacing(#""id":"00000000-0000-4000-8000"#, with: #""id":"00000000-0000-4000-9000"#)
        }
    }

    /// Returns the lines of all installations except the erased ones.
    private static func others(_ lines: [String]) -> [String] {
        lines.filter { line in !erased.contains { line.contains(#""installation_id":"\#(uuid($0))""#) } }
    }

    @Test(arguments: 0..<4)
    func everyTableIsThatOfALogWithoutThem(_: Int) async throws {
        // Another installation's event determines the horizon.
        let lines = [appOpened(1_000, at: 60 * day, installation: 99)] + Self.lines(200)
        // The lines projected before the erasure, ingested but not yet projected, and ingested after it.
        let parts = [lines[..<250], lines[250..<330], lines[330...]].map(Array.init)
        let expected = try await History.run(stepSize: 50) { history in
            for part in parts { try await history.ingest(Self.others(part), batchSize: 40) }
            try await history.project()
            return try await history.comparable() + history.analytics()
        }
        try await History.run(stepSize: 50) { history in
            try await history.ingest(parts[0], batchSize: 40)
            try await history.project()
            try await history.ingest(parts[1], batchSize: 40)
            try await history.erase(Self.erased)
            try await history.ingest(Self.others(parts[2]), batchSize: 40)
            try await history.project()
            let tables = try await history.comparable() + history.analytics()
            #expect(tables == expected)
            #expect(try await history.rowsNaming(Self.erased) == [])
            try await history.expectWhatARebuildGives()
        }
    }

    @Test(arguments: 0..<6)
    func erasedInTheMiddleOfARebuildNothingRemainsInEitherGeneration(_: Int) async throws {
        let lines = Self.lines(300)
        try await History.run(stepSize: 50) { history in
            try await history.ingest(lines, batchSize: 30)
            try await history.project()
            try await history.killed(after: .milliseconds(Int.random(in: 5...200))) { projector in
                _ = try await projector.rebuild(Projection.all)
            }
            try await history.erase(Self.erased)
            #expect(try await history.rowsNaming(Self.erased) == [])
            let state = try await history.everything()
            // Resumes the rebuild where it was killed, unless it had finished.
            try await history.rebuild()
            #expect(try await history.everything() == state)
            let audit = try await history.projector.check(Projection.all)
            #expect(audit.allSatisfy { $0.differing == 0 }, "\(audit)")
        }
    }

    @Test func erasedDuringARebuildThatGoesOnNothingRemains() async throws {
        let lines = Self.lines(400)
        try await History.run(stepSize: 50) { history in
            try await history.ingest(lines, batchSize: 30)
            try await history.project()
            let other = try await history.anotherProjector()
            let rebuilding = Task { try await other.rebuild(Projection.all) }
            for installation in Self.erased { try await history.erase([installation]) }
            _ = try await rebuilding.value
            #expect(try await history.rowsNaming(Self.erased) == [])
            try await history.expectWhatARebuildGives()
        }
    }

    @Test func whatIsOnItsWayIntoTheLogIsErasedAndWhatComesLaterIsRefused() async throws {
        try await History.run { history in
            try await history.ingest([line("prompt_shown", 1, at: 0, installation: 2)])
            // Every transaction that seals a batch has to wait for this lock.
            let seal = try await history.inTransaction("LOCK TABLE log.delivery IN EXCLUSIVE MODE")
            async let onItsWay: Void = history.ingest([line("prompt_granted", 2, at: 5, installation: 2)])
            try await history.waitFor(1, waitingFor: "relation")
            async let erased = history.erase([2])
            try await history.waitFor(2, waitingFor: "relation")
            await seal.close()
            try await onItsWay
            let report = try await erased
            #expect(report.permissionEvents == 2 && report.engagementEvents == 0)
            #expect(try await history.rowsNaming([2]) == [])
            let outcome = try await history.outcome(of: [
                line("prompt_granted", 3, at: 9, installation: 2), line("prompt_granted", 3, at: 9, installation: 3),
            ])
            #expect(outcome.accepted == 1 && outcome.rejectedByReason == [.erased: 1])
            #expect(try await history.rowsNaming([2]) == [])
        }
    }

    @Test func anErasureIsNoRestatementAndHidesNone() async throws {
        try await History.run { history in
            try await history.ingest(
                (1...4).map { line("prompt_shown", $0, at: 0, installation: $0) }
                    + [sent("n", 5, at: 9, installation: 2), appOpened(6, at: 10 * day, installation: 99)])
            try await history.report()
            try await history.erase([2])
            try await history.ingest([appOpened(7, at: 11 * day, installation: 99)])
            #expect(try await history.report() == [])
            // A late answer that no report has shown yet when another installation is erased.
            try await history.ingest([line("prompt_granted", 8, at: 60, installation: 1, received: 12 * day)])
            try await history.project()
            try await history.erase([3])
            let restated = try await history.report()
            #expect(
                restated.filter { $0.contains("opt_in_daily") } == [
                    "com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,decided,0,1,1",
                    "com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,granted,0,1,1",
                    "com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,undecided,2,1,1",
                ])
        }
    }

    @Test func aNumberThatWasNotPublishedIsStillNoneAfterAnErasure() async throws {
        try await History.run { history in
            try await history.ingest([appOpened(1, at: 10 * day, installation: 99)])
            try await history.report()
            let late = (2...3).map { line("prompt_shown", $0, at: 0, installation: $0, received: 11 * day) }
            try await history.ingest(late)
            try await history.project()
            try await history.erase([2])
            let restated = try await history.report()
            #expect(restated.contains("com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,prompted,,1,1"))
        }
    }

    /// What a withheld number read when it was published loses the person too.
    @Test func anErasureCorrectsWhatWasPublishedBeforeItWasWithheld() async throws {
        try await History.run { history in
            let request = ReportRequest(minimumCell: 5)
            let prompt = { line("prompt_shown", $0, at: 0, installation: $0, version: $1, received: $2 * day) }
            try await history.ingest(
                (1...7).map { prompt($0, "17.4", 0) } + [appOpened(50, at: 10 * day, installation: 99)])
            try await history.report(request)
            try await history.ingest([prompt(21, "18.0", 11)])
            try await history.report(request)
            try await history.erase([1])
            try await history.ingest((22...26).map { prompt($0, "18.0", 12) })
            let restated = try await history.report(request).filter { $0.contains(",17.4,prompted,") }
            #expect(restated == [], "six before and now")
        }
    }

    /// Another send of the erased installation came late, and was in no report.
    @Test func aRowOfWhichNothingIsLeftIsNoRestatement() async throws {
        try await History.run { history in
            try await history.ingest([sent("n", 1, at: 0), appOpened(50, at: 40 * day, installation: 99)])
            try await history.report()
            try await history.ingest([sent("m", 2, at: 10, received: 41 * day)])
            try await history.project()
            try await history.erase([1])
            #expect(try await history.report().filter { $0.contains(",opens_daily,2026-03-01,") } == [])
        }
    }

    @Test func erasingAgainDoesTheRestOfWhatWasKilled() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines(50))
            try await history.project()
            // The state after an erasure was killed right after its first commit.
            try await history.log.owner.run { connection in
                try ErasedInstallations.add(Self.erased.map { EventUUID(uuid($0))! }, connection)
            }
            #expect(try await history.rowsNaming(Self.erased) != [])
            try await history.erase(Self.erased)
            #expect(try await history.rowsNaming(Self.erased) == [])
            let again = try await history.erase(Self.erased)
            #expect(again.installations == 2 && again.permissionEvents + again.engagementEvents == 0)
        }
    }

    @Test func rejectsThatNameThemGoInWhateverLettersTheyDo() async throws {
        try await History.run { history in
            let id = uuid(0xABCDEF)
            let outcome = try await history.outcome(of: [
                #"{"installation_id":"\#(id)"}"#, #"{"x":"\#(id.uppercased())""#, #"\#(id.uppercased()) é"#,
                #"{"installation_id":"\#(uuid(0xABCDE0))"}"#,
            ])
            #expect(outcome.rejected == 4)
            let report = try await history.erase([0xABCDEF])
            #expect(report.quarantined == 3)
            #expect(try await history.log.rows("SELECT count(*) FROM log.quarantine") == [["1"]])
            // These rejects are counted but not kept.
            let again = try await history.outcome(of: [#"{"x":"\#(id.uppercased())" "#, #"{"app_id":1,"\#(id)":2}"#])
            #expect(again.rejected == 2)
            #expect(try await history.log.rows("SELECT count(*) FROM log.quarantine") == [["1"]])
        }
    }
}

extension History {
    /// Erases installations with the owner's rights.
    @discardableResult
    func erase(_ installations: [Int]) async throws -> Erasure.Report {
        let ids = installations.map { EventUUID(uuid($0))! }
        return try await withSession(as: nil) { try await Erasure(session: $0).erase(.init(ids)) }
    }

    /// Ingests lines, acceptable or not, and returns the outcome.
    func outcome(of lines: [String]) async throws -> Outcome { try await report(of: lines, batchSize: 1_000).outcome }

    /// Returns the tables of all schemas that contain one of the installation ids in any row.
    func rowsNaming(_ installations: [Int]) async throws -> [String] {
        let ids = installations.map(uuid)
        let forms = ids + ids.map { $0.utf8.map { String($0, radix: 16) }.joined() }
        return try await tables(holding: forms.joined(separator: "|"))
    }

    /// Returns the tables of all schemas with a row whose text matches a regular expression.
    func tables(holding pattern: String) async throws -> [String] {
        let tables = try await log.rows(
            """
            SELECT format('%I.%I', nspname, relname) FROM pg_class
            INNER JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE relkind IN ('r', 'p') AND nspname IN ('log', 'projection', 'projection_next', 'analytics', 'bellwether')
            ORDER BY 1
            """
        ).compactMap { $0[0] }
        var holding: [String] = []
        for table in tables
        where try await log.rows("SELECT count(*) FROM \(table) AS t WHERE t::text ~* '\(pattern)'") != [["0"]] {
            holding.append(table)
        }
        return holding
    }

    /// Returns the analysts' tables on engagement, without those that count deliveries.
    func analytics() async throws -> [[String?]] {
        try await log.rows("SELECT t::text FROM analytics.opens_daily AS t")
            + log.rows("SELECT t::text FROM analytics.opens_by_campaign('2026-01-01', '2026-12-31') AS t")
            + log.rows("SELECT t::text FROM analytics.opens_by_hour('2026-01-01', '2026-12-31') AS t")
            + log.rows("SELECT t::text FROM analytics.activity_daily AS t")
            + log.rows("SELECT t::text FROM analytics.notification_states_daily AS t")
            + log.rows("SELECT t::text FROM analytics.data_quality('2026-01-01', '2026-12-31') AS t")
    }
}
