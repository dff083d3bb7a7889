import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct SideBySideFillTests {
    /// Returns engagement events whose sends, receipts and opens are months apart, so that months filled in parallel
    /// touch the same notifications.
    private static func lines(_ count: Int) -> [String] {
        (0..<count).map { number in
            let at = Double(Int.random(in: -240..<0)) * day + Double(Int.random(in: 0..<4)) * 20
            let installation = Int.random(in: 1...6)
            let notification = "n-\(Int.random(in: 1...12))"
            switch number % 5 {
            case 0: return sent(notification, number, at: at, campaign: "a", installation: installation)
            case 1:
                return engagement(
                    "notification_received", number, at: at, ["notification_id": notification],
                    installation: installation)
            case 2: return opened(notification, number, at: at, installation: installation)
            case 3: return appOpened(number, at: at, installation: installation)
            default:
                return line(
                    ["prompt_shown", "prompt_granted", "prompt_denied"].randomElement()!, number, at: at,
                    installation: installation)
            }
        }
    }

    @Test(arguments: 0..<4) func sessionsThatFillMonthsAtOnceGiveWhatStepsGave(_: Int) async throws {
        try await History.run(stepSize: 200) { history in
            try await history.ingest(Self.lines(600), batchSize: 50)
            try await history.project()
            let state = try await history.everything()
            var sessions: [Session] = []
            for _ in 0..<4 { sessions.append(try await history.log.database.session(as: .project)) }
            let projector = Projector(session: sessions[0], otherSessions: Array(sessions[1...]))
            _ = try await projector.rebuild(Projection.all)
            let rebuilt = try await history.everything()
            #expect(state.count > 100)
            #expect(rebuilt == state, "\(rebuilt.count) and \(state.count) rows")
            for session in sessions { await session.close() }
        }
    }
}
