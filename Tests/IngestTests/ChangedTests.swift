import EventLog
import Events
import Foundation
import Glibc
import Ingest
import Synchronization
import TestSupport
import Testing

private let lines = (0..<30).map { EventLines.line("app_opened", id: 1_000 + $0) + "\n" }

/// Ingests a file and runs `change` after the file's state was recorded and before it is read.
private func ingest(_ path: String, _ log: TestLog, change: @escaping @Sendable () -> Void) async throws
    -> Ingest.Report
{
    let isChanged = Mutex(false)
    return try await log.ingest(path, format: nil, batchSize: 10) {
        isChanged.withLock { done in
            if !done { change() }
            done = true
        }
        return TestLog.now
    }
}

@Suite struct ChangedTests {
    @Test(arguments: ["", ".gz", ".zst"]) func aFileThatChangesWhileItIsReadIsNotTakenAsContained(ending: String)
        async throws
    {
        let pack: @Sendable (Data) -> Data = { data in
            Packing.allCases.first { $0.ending == ending }?.pack(data) ?? data
        }
        let whole = pack(Data(lines[..<20].joined().utf8))
        let more = whole + pack(Data(lines[20...].joined().utf8))
        for changed in [more, whole.dropLast(40), pack(Data(lines[5..<30].joined().utf8))] {
            try await withLog { log, folder in
                let path = try whole.write(to: folder, "a.ndjson" + ending)
                let error = await #expect(throws: SourceError.self) {
                    _ = try await ingest(path, log) { try? changed.write(to: URL(fileURLWithPath: path)) }
                }
                #expect(error?.kind == .changing && error?.description.contains("changed") == true)
                #expect(try await log.rows("SELECT count(*) FROM log.batch WHERE is_last") == [["0"]])
                let again = try await log.ingest(path)
                #expect(!again.isSkipped)
            }
        }
    }

    @Test(arguments: Packing.allCases) func aFileThatIsDeletedWhileItIsReadIsReadWhole(packing: Packing) async throws {
        try await withLog { log, folder in
            let path = try packing.pack(Data(lines.joined().utf8)).write(to: folder, "a.ndjson")
            let report = try await ingest(path, log) { unlink(path) }
            #expect(report.outcome.accepted == 30 && report.damage == nil)
        }
    }
}
