import Foundation
import TestSupport
import Testing

/// The same state gives the same bytes in a new folder, whatever query plans the server chooses. Plans may change after
/// an ANALYZE or a restore.
@Suite struct PlanTests {
    @Test(.timeLimit(.minutes(20))) func noByteOfAReportDependsOnAPlan() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 1_500, days: 45, apps: 2)
            let usual = try bench.report("usual")
            #expect(usual.count > 40)
            let link = bench.folder + "/usual/latest"
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
            #expect(try !target.hasPrefix("/") && bench.differences(usual, bench.report("usual")) == [])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) != target)
            for name in ["sort", "hashagg", "hashjoin", "nestloop", "mergejoin", "indexscan"] {
                try await bench.set("enable_\(name)", "off")
                let differing = try bench.differences(usual, bench.report(name))
                #expect(differing == [], "without \(name)")
                try await bench.set("enable_\(name)", "on")
            }
            try await bench.execute("ANALYZE")
            #expect(try bench.differences(usual, bench.report("analyzed")) == [])
        }
    }
}

extension Workbench {
    /// Sets a server parameter for all new sessions.
    fileprivate func set(_ name: String, _ value: String) async throws {
        try await execute(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET \(name) = \(value)', current_database()); END $$")
    }

    /// Writes a report, and one with a minimum cell; returns the contents of all their files by path.
    fileprivate func report(_ name: String) throws -> [String: Data] {
        try run("report", "--quiet", "--out", name)
        try run("report", "--quiet", "--out", name + " of many", "--minimum-cell", "20")
        var files: [String: Data] = [:]
        for (part, folder) in [("all", name), ("many", name + " of many")] {
            let root = URL(fileURLWithPath: self.folder + "/\(folder)/latest").resolvingSymlinksInPath()
            let found = FileManager.default.enumerator(atPath: root.path)
            while let path = found?.nextObject() as? String {
                files["\(part)/\(path)"] = try? Data(contentsOf: root.appending(path: path))
            }
        }
        return files
    }

    /// Returns the paths of files that differ between two reports.
    fileprivate func differences(_ left: [String: Data], _ right: [String: Data]) -> [String] {
        Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
    }
}
