import Foundation
import Postgres
import TestSupport
import Testing

/// What can go wrong with the nodes of a cluster: after it the program completes its work, and gives the bytes of a plain server.
@Suite(
    .serialized, .tags(.heavy),
    .enabled("no PostgreSQL with Citus here: no node was killed") { TestCluster.isInstalled })
struct ClusterFailureTests {
    @Test func nodesKilledInAnyCommandLoseNothing() async throws {
        try await withDistributedPair { pair in
            for (number, piece) in pair.pieces.enumerated() {
                for command in [["ingest", piece], ["project"], ["report", "--out", pair.folder + "/killed"]] {
                    try await pair.runWithKill(command, number)
                    try pair.onPlain(command)
                }
            }
            try pair.compare("report")
        }
    }

    @Test func nodesKilledWhileTheCollectorServesLoseNothingAcknowledged() async throws {
        try await withDistributedPair { pair in
            let port = try CollectorClient.freePort()
            let environment = ProgramRun.process([], database: pair.cluster.target, in: pair.folder).environment ?? [:]
            let collector = try SpawnedProgram(
                ["serve", "--port", "\(port)", "--insecure-no-keys", "--log-level", "error"], environment: environment,
                in: pair.folder)
            let client = CollectorClient(number: 1, port: port, seed: pair.seed) {
                EventText.line("app_opened", id: $0)
            }
            Thread { client.run() }.start()
            var random = SplitMix64(state: pair.seed)
            for _ in 0..<8 {
                try await Task.sleep(for: .milliseconds(Int.random(in: 500...3_000, using: &random)))
                let node = Int.random(in: 0...2, using: &random)
                try pair.cluster.kill(node)
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...1_000, using: &random)))
                try pair.cluster.wake(node)
            }
            client.stop()
            try await wait(for: "the last request") { client.tally.isComplete }
            kill(collector.processID, SIGTERM)
            #expect(try await collector.end() == 0, "\(collector.errors)")
            #expect(client.tally.wrongAnswers == [])
            let acknowledged = client.tally.acknowledged.count
            #expect(acknowledged > 50)
            let stored = try await pair.ask("SELECT count(*), count(DISTINCT id) FROM analytics.events")
            #expect(stored == [["\(acknowledged)", "\(acknowledged)"]])
        }
    }

    @Test func nodesKilledInARebuildLoseNothing() async throws {
        try await withDistributedPair { pair in
            for piece in pair.pieces { try pair.onBoth("ingest", piece) }
            try pair.onBoth("project")
            for number in 0..<6 { try await pair.runWithKill(["project", "--rebuild"], number) }
            try pair.compare("report")
        }
    }

    @Test func withoutANodeWhatNeedsItFailsAndTheRestCanBeRead() async throws {
        try await withDistributedPair { pair in
            for piece in pair.pieces.dropLast() { try pair.onBoth("ingest", piece) }
            try pair.onBoth("project")
            let last = try #require(pair.pieces.last)
            try pair.cluster.kill(1)
            for command in [["ingest", last], ["report", "--out", pair.folder + "/away"]] {
                let run = try ProgramRun.run(command, database: pair.cluster.target, in: pair.folder)
                #expect(run.status == 69, "\(command): \(run.errors)")
            }
            let project = try ProgramRun.run(["project"], database: pair.cluster.target, in: pair.folder)
            #expect([69, 75].contains(project.status), "\(project.errors)")
            #expect(try pair.onCluster("cluster", "status").output.contains(": does not answer"))
            for command in [["status"], ["quarantine", "list"], ["settings"]] { try pair.onCluster(command) }
            let doctor = try ProgramRun.run(["doctor"], database: pair.cluster.target, in: pair.folder)
            #expect(doctor.output.contains("does not answer: start it"), "\(doctor.output)")
            try pair.cluster.wake(1)
            try pair.onBoth("ingest", last)
            try pair.onBoth("project")
            try pair.compare("report")
        }
    }

    /// A node that was lost between the coordinator's commit and its own has a prepared transaction.
    @Test func nothingIsProjectedWhileANodeHasAPreparedTransaction() async throws {
        try await withDistributedPair { pair in
            try pair.onBoth("ingest", pair.pieces[0])
            let prepared = """
                BEGIN; CREATE TABLE public.waits (); PREPARE TRANSACTION 'citus_9_1_2_3'
                """
            try pair.cluster.query(prepared, node: 2)
            let refused = try ProgramRun.run(["project"], database: pair.cluster.target, in: pair.folder)
            #expect(refused.status == 75, "\(refused.errors)")
            #expect(try pair.onCluster("cluster", "status").output.contains("1 transactions wait for their commit"))
            try pair.cluster.query("ROLLBACK PREPARED 'citus_9_1_2_3'", node: 2)
            try pair.onBoth("project")
            try pair.compare("report")
        }
    }

    @Test func twoProjectorsCountEverythingOnce() async throws {
        try await withDistributedPair { pair in
            for piece in pair.pieces {
                try pair.onBoth("ingest", piece)
                let other = Task.detached {
                    try ProgramRun.run(["project"], database: pair.cluster.target, in: pair.folder).status
                }
                let one = try ProgramRun.run(["project"], database: pair.cluster.target, in: pair.folder)
                #expect([0, 75].contains(one.status), "\(one.errors)")
                #expect(try await [0, 75].contains(other.value))
                try pair.onBoth("project")
            }
            try pair.compare("report")
        }
    }

    @Test func aDistributionThatIsKilledIsContinued() async throws {
        try await withClusterPair { pair in
            for piece in pair.pieces { try pair.onBoth("ingest", piece) }
            try pair.onBoth("project")
            let command = ["cluster", "distribute", "--parts", "5"]
            for pause in [500, 1_000, 2_000, 4_000] {
                let process = ProgramRun.process(command, database: pair.cluster.target, in: pair.folder)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                try await Task.sleep(for: .milliseconds(pause))
                kill(process.processIdentifier, SIGKILL)
                process.waitForItsEnd()
            }
            try pair.onCluster(command)
            try pair.compare("report")
        }
    }

    private func withDistributedPair(_ body: (ClusterPair) async throws -> Void) async throws {
        try await withClusterPair { pair in
            try pair.onBoth("cluster", "distribute", "--parts", "6", onlyCluster: true)
            try await body(pair)
        }
    }
}

extension ClusterPair {
    /// Runs a command on the cluster while a node, chosen by the number and the seed, is killed and started again; then
    /// runs it until it succeeds.
    fileprivate func runWithKill(_ command: [String], _ number: Int) async throws {
        var random = SplitMix64(state: seed &* 1_000 &+ UInt64(number * 10 + command[0].utf8.count))
        let node = Int.random(in: 0...2, using: &random)
        let pause = Int.random(in: 0...1_500, using: &random)
        let killer = Task.detached {
            try await Task.sleep(for: .milliseconds(pause))
            try cluster.kill(node)
        }
        let run = try ProgramRun.run(command, database: cluster.target, in: folder)
        #expect([0, 69, 75].contains(run.status), "\(command): \(run.errors)")
        try await killer.value
        try cluster.wake(node)
        for _ in 0..<90 {
            let again = try ProgramRun.run(command, database: cluster.target, in: folder)
            if again.status == 0 { return }
            #expect([69, 75].contains(again.status), "\(command): \(again.errors)")
            try await Task.sleep(for: .seconds(1))
        }
        Issue.record("\(command) does not succeed")
    }
}
