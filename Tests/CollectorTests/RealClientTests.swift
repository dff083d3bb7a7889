import Collector
import EventLog
import Foundation
import TestSupport
import Testing

extension Tag {
    /// As in `BellwetherTests`.
    @Tag static var heavy: Self
}

/// Tests with unmodified client libraries, which `script/client-libraries` fetches.
@Suite(.enabled(if: ClientLibraries.areThere, "script/client-libraries has not fetched them"), .tags(.heavy))
struct RealClientTests {
    /// Runs a script of `Clients/`, expects it to succeed, and returns its output.
    private func run(_ script: String, _ arguments: [String]) async throws -> String {
        try await blocking {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: ClientLibraries.python)
            process.arguments = [ClientLibraries.root + "/Tests/CollectorTests/Clients/" + script] + arguments
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitForItsEnd()
            #expect(process.terminationStatus == 0, "\(text)")
            return text
        }
    }

    @Test(arguments: [7, 250]) func segmentsLibraryDelivers(count: Int) async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.readKey()
            _ = try await run("send_calls.py", ["http://127.0.0.1:\(bench.port)", key, "visitor", "\(count)"])
            let rows = try await bench.log.rows(
                """
                SELECT count(*), count(DISTINCT notification_id), count(DISTINCT installation_id), min(type::text)
                FROM log.engagement_event
                """)
            #expect(rows == [["\(count)", "\(count)", "1", "notification_opened"]])
            try await expect(bench.log.rows("SELECT count(*) FROM log.quarantine") == [["0"]])
        }
    }

    @Test func theCloudEventsSDKDeliversInBothModes() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.readKey()
            let output = try await run("send_cloudevents.py", ["http://127.0.0.1:\(bench.port)", key])
            // An event in structured and in binary mode is the same event.
            #expect(output == "1 0 0\n0 1 0\n1 0 0\n")
        }
    }
}
