import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct ProgressTests {
    /// A lock on the checkpoints blocks both commands, so both must show that they are still working.
    @Test(.timeLimit(.minutes(20))) func longWorkSaysThatItGoesOn() async throws {
        try await withProgram { bench in
            let holder = try await Session.connect(to: bench.database.target)
            try await holder.run { connection in
                try connection.script(
                    Statement("hold", "BEGIN; LOCK TABLE projection.checkpoint IN ACCESS EXCLUSIVE MODE"))
            }
            let report = try bench.begin(["report", "--out", "r"], errors: "report.txt")
            let id = "00000000-0000-4000-8000-0000000000aa"
            let forget = try bench.begin(["forget", id], errors: "forget.txt")
            for (process, errors) in [(report, "report.txt"), (forget, "forget.txt")] {
                try await wait(for: errors) { try !process.isRunning || !bench.read(errors).isEmpty }
            }
            try await holder.run { try $0.script(Statement("let go", "COMMIT")) }
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

extension Workbench {
    /// Starts the program with its standard error in a file.
    fileprivate func begin(_ arguments: [String], errors: String) throws -> Process {
        try write("", to: errors)
        let process = ProgramRun.process(arguments, database: database.target, in: folder)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle(forWritingAtPath: folder + "/" + errors)
        try process.run()
        return process
    }
}
