import EventLog
import Events
import Foundation
import Glibc
import Ingest
import Synchronization
import TestSupport
import Testing

@Suite struct PipeTests {
    @Test func aFileHasASizeAndAPipeHasNone() async throws {
        try await withFolder { folder in
            let pipe = folder + "/pipe"
            try #require(mkfifo(pipe, 0o600) == 0)
            let file = try "four".write(to: folder, "file")
            #expect(Source.file(path: file).size == 4 && Source.file(path: pipe).size == nil)
        }
    }

    @Test(.timeLimit(.minutes(20))) func eachEventOfAPipeIsIngestedWhenItCame() async throws {
        try await withLog { log, folder in
            let path = folder + "/pipe"
            try #require(mkfifo(path, 0o600) == 0)
            let stamp = #""received_at":"\#(EventLines.receivedAt)","#
            let lines = (1...3).map { EventLines.line("app_opened", id: $0).replacing(stamp, with: "") + "\n" }
            async let written: Void = blocking {
                let pipe = try #require(FileHandle(forWritingAtPath: path))
                try pipe.write(contentsOf: Data(lines.joined().utf8))
                try pipe.close()
            }
            let time = Mutex(TestLog.now.microseconds)
            let report = try await log.ingest(path, format: nil) {
                time.withLock { $0 += 1_000_000 }
                return Timestamp(microseconds: time.withLock { $0 })
            }
            try await written
            #expect(report.outcome.accepted == 3)
            let times = try await log.rows("SELECT count(DISTINCT received_at) FROM log.engagement_event")
            #expect(times == [["3"]])
        }
    }
}
