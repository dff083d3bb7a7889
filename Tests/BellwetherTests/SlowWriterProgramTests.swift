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
                try bench.take([QuarantineLine.good(1)])
                #expect(try bench.run("sql", "-At", "-c", "SELECT count(*) FROM installations").output == "1\n")
            }
            await idle.close()
        }
    }
}
