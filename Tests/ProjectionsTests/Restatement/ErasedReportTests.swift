import EventLog
import Postgres
import Projections
import Reports
import TestSupport
import Testing

/// Reports made while an installation is erased.
@Suite struct ErasedReportTests {
    /// The installation that the tests erase. It is one of four that were prompted, and has a direct open.
    private static let erased = 2

    /// Publishes a report ten days after the prompts, then runs `body`.
    private static func afterAReport(_ body: (History) async throws -> Void) async throws {
        try await History.run { history in
            try await history.ingest(
                (1...4).map { line("prompt_shown", $0, at: 0, installation: $0) }
                    + [
                        sent("n", 5, at: 9, installation: erased), opened("n", 6, at: 60, installation: erased),
                        heartbeat(10),
                    ])
            try await history.report()
            try await body(history)
        }
    }

    /// Returns an event that only moves the horizon, to this many days after the start.
    private static func heartbeat(_ days: Int) -> String {
        appOpened(1_000 + days, at: Double(days) * day, installation: 99)
    }

    /// For the state of the log that was already published, and for a later state.
    @Test(arguments: [false, true])
    func aReportThatAnErasureOvertakesShowsTheMomentBeforeAndIsNotKept(isOfALaterState: Bool) async throws {
        try await Self.afterAReport { history in
            if isOfALaterState { try await history.ingest([Self.heartbeat(11)]) }
            try await history.project()
            let before = try await history.made()
            // Both sessions that make the report stop at the lock on deliveries: at verdicts, one of them after
            // more than half of the tables.
            let lock = try await history.inTransaction(
                "LOCK TABLE projection.delivery_cell IN ACCESS EXCLUSIVE MODE")
            async let overtaken = history.made()
            try await history.waitFor(2, waitingFor: "relation")
            try await history.erase([Self.erased])
            await lock.close()
            let report = try await overtaken
            #expect(report.differing(from: before) == [])
            let tables = ["opt_in_daily", "opens_daily", "key_numbers"].map { "csv/\($0).csv" }
            let after = try await history.made()
            #expect(Set(tables).isSubset(of: after.differing(from: before)))
            try await history.keep(report)
            try await history.expectNoRestatement()
        }
    }

    @Test func whoKeepsAReportWaitsForAnErasureThatIsUnderWay() async throws {
        try await Self.afterAReport { history in
            try await history.ingest([Self.heartbeat(11)])
            try await history.project()
            let report = try await history.made()
            // The erasure has read which reports are kept, and now waits for the quarantine.
            let lock = try await history.inTransaction("LOCK TABLE log.quarantine IN ACCESS EXCLUSIVE MODE")
            async let erasure = history.erase([Self.erased])
            try await history.waitFor(1, waitingFor: "relation")
            async let kept: Void = history.keep(report)
            try await history.waitFor(2, waitingFor: "relation")
            await lock.close()
            _ = try await erasure
            try await kept
            try await history.expectNoRestatement()
        }
    }

    @Test func aReportThatIsMadeAfterAnErasureIsKept() async throws {
        try await Self.afterAReport { history in
            try await history.erase([Self.erased])
            try await history.ingest([Self.heartbeat(11)])
            let restated = try await history.report()
            let kept = try await history.kept()
            #expect(restated == [] && kept == 2)
        }
    }
}

extension History {
    /// Makes a report of what is projected, over two sessions as the program does.
    fileprivate func made() async throws -> Report {
        let session = try await log.database.session(as: .project)
        let other = try await log.database.session(as: .project)
        let versions = Report.Versions(program: "test", schema: 0)
        let report = try await Report.make(ReportRequest(), versions, on: session, and: [other])
        await session.close()
        await other.close()
        return report
    }

    /// Does what the program does after publishing a report.
    fileprivate func keep(_ report: Report) async throws {
        try await withSession { try await report.publication?.keep(on: $0) }
    }

    /// Expects only the first report to be kept, with numbers that no longer include the erased installation: the next
    /// report lists no restatement.
    fileprivate func expectNoRestatement() async throws {
        let kept = try await kept()
        #expect(kept == 1)
        try await ingest([appOpened(2_000, at: 12 * day, installation: 99)])
        let restated = try await report()
        #expect(restated == [])
    }
}

extension Report {
    /// Returns the paths of files that another report lacks or has with different contents.
    fileprivate func differing(from other: Report) -> [String] {
        let others = other.texts
        return files.filter { others[$0.path] != $0.text }.map { $0.path }
    }
}
