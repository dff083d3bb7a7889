#if os(Linux) || os(macOS)
@testable import BellwetherClient
import Foundation
import Testing

/// Runs a program that records, and kills it at random. `BELLWETHER_KILLS=1000` makes it more than 20 rounds.
@Suite struct KillTests {
    private let rounds = ProcessInfo.processInfo.environment["BELLWETHER_KILLS"].flatMap(Int.init) ?? 20

    /// What the rounds of one folder have said.
    private struct Said {
        /// Events that were about to be recorded, events that were, and events that were delivered.
        var begun: Set<String> = []
        var recorded: Set<String> = []
        var delivered: [String] = []
    }

    private struct ChildDidNotStart: Error {}

    private var program: URL {
        // The program is beside the tests; on macOS these are a bundle, which a helper runs.
        let path = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let bundle = path.components(separatedBy: ".xctest")[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("store-child")
    }

    /// Starts the program, kills it at a random time after its first words or after a line that begins with `mark`, and returns
    /// its lines.
    private func round(_ folder: String, _ mode: String, after mark: String) throws -> [Substring] {
        let output = folder + "/said"
        _ = FileManager.default.createFile(atPath: output, contents: nil)
        let child = Process()
        child.executableURL = program
        child.arguments = [folder + "/store", mode]
        child.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        try child.run()
        let deadline = Date(timeIntervalSinceNow: 30)
        let mark = Bool.random() ? mark : "?"
        while try !said(output).contains(where: { $0.hasPrefix(mark) }) {
            guard Date() < deadline else { throw ChildDidNotStart() }
            usleep(1_000)
        }
        usleep(.random(in: 0..<40_000))
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
        #expect(child.terminationReason == .uncaughtSignal)
        return try said(output)
    }

    /// The lines of a file. A kill may have cut the last one, which then lacks its end.
    private func said(_ path: String) throws -> [Substring] {
        let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// Runs the rounds in series of at most fifty, each with a separate folder.
    private func series(_ body: (_ folder: String, _ rounds: Int) throws -> Void) throws {
        for begun in stride(from: 0, to: rounds, by: 50) {
            let folder = NSTemporaryDirectory() + "/bellwether-" + UUID().uuidString
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try body(folder, min(50, rounds - begun))
        }
    }

    private func store(_ folder: String) -> Store {
        var configuration = Configuration.test(maximumBytes: 1 << 30) { told in
            // A kill may have cut the last line of a segment.
            if case .corrupt = told { return }
            Issue.record("\(told)")
        }
        configuration.appGroup = "group"
        var environment = Environment()
        environment.bundleID = "com.example.shop"
        environment.sharedFolder = { _ in URL(fileURLWithPath: folder + "/store-shared") }
        return Store(folder + "/store", configuration, environment)
    }

    private func collect(_ lines: [Substring], _ said: inout Said) {
        for line in lines {
            let id = String(line.dropFirst(2))
            switch line.prefix(2) {
            case "? ": said.begun.insert(id)
            case "+ ": said.recorded.insert(id)
            case "> ": said.delivered.append(id)
            default: break
            }
        }
    }

    @Test func whatWasRecordedBeforeAKillIsDeliveredOnce() throws {
        try series { folder, rounds in
            var said = Said()
            for _ in 0..<rounds { collect(try round(folder, "record", after: "+"), &said) }
            let drained = store(folder).drain().map(\.id)
            #expect(said.recorded.count > rounds)
            #expect(said.recorded.subtracting(drained).isEmpty)
            #expect(Set(drained).isSubset(of: said.begun))
            #expect(Set(drained).count == drained.count)
        }
    }

    @Test func aKillWhileEventsAreDeliveredAndRemovedLosesNone() throws {
        try series { folder, rounds in
            var said = Said()
            for _ in 0..<rounds { collect(try round(folder, "deliver", after: ">"), &said) }
            let drained = store(folder).drain().map(\.id)
            let all = Set(said.delivered).union(drained)
            #expect(!said.delivered.isEmpty && said.recorded.count > rounds)
            #expect(said.recorded.subtracting(all).isEmpty)
            #expect(all.isSubset(of: said.begun))
        }
    }

    @Test func aKillWhileCollectingEndsLeavesNothingOfBefore() throws {
        try series { folder, rounds in
            for _ in 0..<rounds {
                let lines = try round(folder, "erase", after: "0")
                // Before the last line that says so, everything is erased.
                let erased = lines.lastIndex(of: "0").map { lines[..<$0] } ?? []
                let before = Set(erased.filter { $0.hasPrefix("? ") }.map { String($0.dropFirst(2)) })
                let begun = Set(lines.filter { $0.hasPrefix("? ") }.map { String($0.dropFirst(2)) })
                let next = store(folder)
                let drained = Set(next.drain().map(\.id))
                #expect(drained.isSubset(of: begun))
                let late = drained.intersection(before)
                // An event may have been begun before collecting ended and recorded after it began again.
                #expect(late.count <= 1)
                if lines.last == "-", !next.isCollecting { #expect(drained.isEmpty) }
            }
        }
    }
}
#endif
