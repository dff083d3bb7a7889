import EventLog
import Postgres
import TestSupport
import Testing

@Suite struct PartitionTests {
    /// A session that found no table remembers that, until it processes an invalidation message.
    @Test func whoWaitedForAnotherMakerSeesWhatThatOneMade() async throws {
        try await TestServer.withLog { log in
            let waiting = try await Session.connect(to: log.database.target)
            // Repeated until the plan is cached, because planning again would process invalidation messages.
            for _ in 1...9 { try await waiting.run { try $0.script(Self.make("2026-03-01")) } }
            let making = try await log.database.target.transaction(Self.make("2001-05-01").text)
            async let made: Void = waiting.run { connection in
                try connection.script(Statement("look", "BEGIN; SELECT to_regclass('log.engagement_event_2001')"))
                try connection.script(Self.make("2001-05-01"))
                try connection.script(Statement("commit", "COMMIT"))
            }
            try await log.waitFor(1, waitingFor: "relation")
            try await making.run { try $0.script(Statement("commit", "COMMIT")) }
            try await made
            await waiting.close()
            await making.close()
        }
    }

    private static func make(_ month: String) -> Statement {
        Statement(file: "make", text: "SELECT log.make_partitions('{\(month)}')")
    }
}
