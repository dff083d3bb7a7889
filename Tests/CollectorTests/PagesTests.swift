import Collector
import Foundation
import TestSupport
import Testing

@Suite struct PagesTests {
    /// Runs `body` with a collector that serves a folder of reports. A secret file lies next to the newest report.
    private func withReports(
        _ limits: CollectorLimits = CollectorLimits(), _ body: (CollectorBench, String) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "reports \(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/run 1/csv", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder + "/run 1-private", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/latest", withDestinationPath: "run 1")
        for (path, text) in [
            ("run 1/index.html", "<p>one"), ("run 1/csv/a b.csv", "x,y\n"), ("run 1/.hidden", "secret"),
            ("secret", "secret"), ("run 1-private/secret", "secret"),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + path))
        }
        try FileManager.default.createSymbolicLink(atPath: folder + "/run 1/link", withDestinationPath: "../secret")
        var settings = Collector.Settings.limited { $0 = limits }
        settings.dashboards = folder
        try await CollectorBench.run(settings) { try await body($0, folder) }
    }

    @Test func theNewestReportIsShown() async throws {
        try await withReports { bench, folder in
            let page = try await bench.request("GET", "/")
            #expect(page.status == 200 && page.body == "<p>one")
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["content-security-policy"] == "frame-ancestors 'none'")
            #expect(page.headers["x-content-type-options"] == "nosniff")
            #expect(page.headers["cache-control"] == "no-cache")
            let table = try await bench.request("GET", "/csv/a%20b.csv?x=1")
            #expect(table.body == "x,y\n" && table.headers["content-type"] == "text/csv; charset=utf-8")
            let head = try await bench.request("HEAD", "/index.html")
            #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "6")
            let tag = try #require(page.headers["etag"])
            let again = try await bench.request("GET", "/", ["If-None-Match: \(tag)"])
            #expect(again.status == 304 && again.body.isEmpty)
            try FileManager.default.createDirectory(atPath: folder + "/run 2", withIntermediateDirectories: true)
            try Data("<p>two".utf8).write(to: URL(fileURLWithPath: folder + "/run 2/index.html"))
            try FileManager.default.removeItem(atPath: folder + "/latest")
            try FileManager.default.createSymbolicLink(atPath: folder + "/latest", withDestinationPath: "run 2")
            let next = try await bench.request("GET", "/", ["If-None-Match: \(tag)"])
            #expect(next.status == 200 && next.body == "<p>two")
        }
    }

    @Test func aKeptReportIsServedUnderItsFolderAndItsDate() async throws {
        try await withReports { bench, folder in
            for (path, text) in [
                ("reports.html", "<p>list"), ("report-2026-04-30T010203Z/index.html", "<p>first"),
                ("report-2026-04-30T010203Z-2/index.html", "<p>second"),
                ("report-2026-04-30T010203Z/manifest.json", "{}"), ("report-2026-04-30T010203Z-2/manifest.json", "{}"),
                ("report-of-mine/index.html", "secret"),
            ] {
                let file = URL(fileURLWithPath: folder + "/" + path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            for (path, text) in [
                ("/reports.html", "<p>list"), ("/report-2026-04-30T010203Z/", "<p>first"),
                ("/2026-04-30/", "<p>second"), ("/latest/", "<p>one"), ("/latest/csv/a%20b.csv", "x,y\n"),
            ] {
                #expect(try await bench.request("GET", path).body == text)
            }
            for path in ["2026-04-30", "report-2026-04-30T010203Z", "latest"] {
                let reply = try await bench.request("GET", "/" + path)
                #expect(reply.status == 307 && reply.headers["location"] == "./\(path)/")
            }
            for path in [
                "/report-of-mine/", "/2026-04-29/", "/report-2026-04-30T010203Z/../secret", "/run 1-private/secret",
            ] {
                #expect((400..<500).contains(try await bench.request("GET", path).status), "\(path)")
            }
        }
    }

    private static let outside = [
        "/../secret", "/%2e%2e/secret", "/..%2fsecret", "/csv/../../secret", "/csv/%2e%2e/%2e%2e/secret", "/link",
        "/.hidden",
        "/%2e%2e/run%201-private/secret", "//secret", "/..\\secret", "/%00", "/csv", "/index.html/", "/%", "/\u{FF}",
        "http://test/../secret", "/latest/../secret", "/latest/%2e%2e/secret", "/latest/link", "/2026-04-30",
        "/nothing",
    ]

    @Test func whatIsOutsideIsUnreachable() async throws {
        try await withReports { bench, _ in
            for path in Self.outside {
                let reply = try await bench.request("GET", path)
                let isTold = reply.body.contains("secret\n") || reply.body == "secret"
                #expect((400..<500).contains(reply.status) && !isTold, "\(path)")
            }
        }
    }

    @Test func readersThatDoNotReadTakeAPlaceForATimeAndOthersAreToldToComeBack() async throws {
        var limits = CollectorLimits()
        (limits.readers, limits.answerTime) = (2, .seconds(3))
        try await withReports(limits) { bench, folder in
            // Longer than what the sockets of a connection hold.
            let path = folder + "/run 1/long.csv"
            try Data().write(to: URL(fileURLWithPath: path))
            try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 64 << 20)
            let readers = try await blocking { [port = bench.port] in
                try (0..<2).map { _ in
                    let connection = try HTTPConnection(port: port)
                    connection.send("GET /long.csv HTTP/1.1\r\nHost: x\r\n\r\n")
                    return connection
                }
            }
            try await bench.waitFor(metric: "bellwether_readers_in_work 2.0")
            let third = try await bench.request("GET", "/")
            #expect(third.status == 429 && third.headers["retry-after"] == "1")
            try await bench.waitFor(metric: "bellwether_readers_in_work 0.0")
            try await expect(bench.request("GET", "/").status == 200)
            #expect(readers.count == 2)
        }
    }

    @Test func aFileOfSeveralPiecesArrivesWhole() async throws {
        try await withReports { bench, folder in
            let text = String((0..<40_000).map { "\($0),\n" }.joined())
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/run 1/long.csv"))
            try Data().write(to: URL(fileURLWithPath: folder + "/run 1/empty.csv"))
            try await expect(bench.request("GET", "/long.csv").body == text)
            let empty = try await bench.request("GET", "/empty.csv")
            #expect(empty.status == 200 && empty.headers["content-length"] == "0")
            try await bench.waitFor(metric: "bellwether_readers_in_work 0.0")
        }
    }

    @Test func pagesAreReadOnly() async throws {
        try await withReports { bench, _ in
            for method in ["PUT", "DELETE", "POST", "PATCH"] {
                try await expect(bench.request(method, "/index.html", body: [0x78]).status == 405)
            }
        }
    }
}
