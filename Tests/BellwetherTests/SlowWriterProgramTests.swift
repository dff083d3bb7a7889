import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SlowWriterProgramTests {
    @Test func aLongTransactionInAnotherDatabaseHoldsUpNothing() async throws {
        try await TestServer.withEmptyDatabase { other in
            let idle = try await other.transaction("CREATE TABLE public.t (); SELECT pg_current_xact_id()")
            try await withProgram { bench in
                try bench.simulate(installations: 300, days: 60)
                try bench.run("ingest", "--quiet", "events.ndjson")
                try bench.expectTruth()
            }
            await idle.close()
        }
    }
}
