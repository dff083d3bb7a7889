import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct ProgressTests {
    /// A lock on the checkpoints blocks both commands, so both must show that they are still working.
    @Test(.timeLimit(.minutes(20))) func longWorkSaysThatItGoesOn() async throws {
        try await withProgram { bench in
            let lock = "LOCK TABLE projection.checkpoint IN ACCESS EXCLUSIVE MODE"
            let holder = try await bench.database.target.transaction(lock)
            let report = bench.process("report", "--out", "r")
            let forget = bench.process("forget", "00000000-0000-4000-8000-0000000000aa")
            for (process, errors) in [(report, "report.txt"), (forget, "forget.txt")] {
                try bench.write("", to: errors)
                process.standardError = FileHandle(forWritingAtPath: bench.folder + "/" + errors)
                try process.run()
                try await wait(for: errors) { try !process.isRunning || !bench.read(errors).isEmpty }
            }
            await holder.close()
            for process in [report, forget] {
                process.waitForItsEnd()
                #expect(process.terminationStatus == 0)
            }
            #expect(try bench.read("report.txt").hasPrefix("Reporting  "))
            #expect(try bench.read("forget.txt").hasPrefix("Erasing  "))
        }
    }
}
