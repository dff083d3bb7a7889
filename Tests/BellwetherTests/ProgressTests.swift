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

    /// The reader of the output begins late, so that the bar is shown, and ends early.
    @Test func theBarIsGoneWhenAnErrorIsSaid() async throws {
        try await withProgram { bench in
            let simulate = "bellwether simulate --installations 5000 | (sleep 0.5; head -c 1000000 >/dev/null)"
            let run = try bench.shell(
                "trap '' PIPE; printf '\\n' | script --quiet --return --command '\(simulate)' /dev/null")
            #expect(run.output.contains("\rSimulating  "), "\(run.output)")
            #expect(run.output.contains("\r\u{1B}[Kbellwether: Can't write standard output"), "\(run.output)")
        }
    }
}
