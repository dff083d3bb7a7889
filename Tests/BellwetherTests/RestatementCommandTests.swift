import Foundation
import TestSupport
import Testing

/// Returns an event of one installation, received a second after it happened unless given otherwise.
private func line(_ type: String, _ id: Int, at time: String, received: String? = nil) -> String {
    EventText.line(type, id: id, at: time + ":00Z", received: (received ?? time) + ":01Z")
}

@Suite struct RestatementCommandTests {
    private static let prompt = line("prompt_shown", 1, at: "2026-03-01T12:00")
    private static let end = line("app_opened", 2, at: "2026-03-20T12:00")

    private static func restated(_ bench: Workbench) throws -> String {
        try bench.run("report", "--quiet", "--out", "r")
        return try bench.read("r/latest/csv/restatements.csv")
    }

    private static let header = "app_id,table,day,os_name,os_version,measure,before,after,late_events\n"

    @Test func aRestatementIsInTheTableOnThePageAndInTheManifest() async throws {
        try await withProgram { bench in
            try bench.take([Self.prompt, Self.end])
            #expect(try Self.restated(bench) == Self.header)
            #expect(try bench.read("r/latest/quality.html").contains("Nothing is compared yet."))
            #expect(try bench.read("r/latest/manifest.json").contains(#""compared_horizon" : null"#))
            let late = line("prompt_denied", 3, at: "2026-03-01T12:01", received: "2026-03-21T09:00")
            try bench.take([late], in: "late.ndjson")
            let restated = try Self.restated(bench)
            #expect(restated.contains("\ncom.example.shop,opt_in_daily,2026-03-01,iOS,17.4,denied,0,1,1\n"))
            #expect(try bench.read("r/latest/quality.html").contains("denied in opt_in_daily"))
            let manifest = try bench.read("r/latest/manifest.json")
            #expect(manifest.contains(#""compared_horizon" : "2026-03-20T12:00:01.000000Z""#))
            #expect(try Self.restated(bench) == restated)
            #expect(try bench.read("r/latest/manifest.json") == manifest)
        }
    }

    @Test func aReleasedRejectIsARestatementAndNoLateEvent() async throws {
        try await withProgram { bench in
            try bench.take([Self.prompt, Self.end])
            _ = try Self.restated(bench)
            try await bench.hold([line("prompt_granted", 3, at: "2026-03-01T12:01")])
            try bench.run("quarantine", "retry", "--all", "--quiet")
            try bench.run("project", "--quiet")
            #expect(
                try Self.restated(bench).contains("com.example.shop,opt_in_daily,2026-03-01,iOS,17.4,granted,0,1,0\n"))
        }
    }

    @Test func whatCouldNotBePublishedIsNotKept() async throws {
        try await withProgram { bench in
            try bench.take([Self.prompt, Self.end])
            // As on a full disk, a file of over 8 KiB can't be written.
            #expect(try bench.shell("trap '' XFSZ; ulimit -f 8; bellwether report --out r").status == 73)
            let kept = try await bench.rows("SELECT count(*) FROM analytics.published_report")
            #expect(kept == [["0"]])
        }
    }
}
