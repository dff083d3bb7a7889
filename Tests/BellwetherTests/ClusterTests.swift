import Testing

/// Runs the program on a cluster of Citus beside a plain server that gets the same, and compares every page and CSV.
@Suite(.serialized, .enabled("no PostgreSQL with Citus here: nothing was run on a cluster") { TestCluster.isInstalled })
struct ClusterTests {
    @Test func aClusterGivesTheBytesOfOneServer() async throws {
        try await withClusterPair { pair in
            try pair.onBoth("cluster", "distribute", "--parts", "6", onlyCluster: true)
            for (number, piece) in pair.pieces.enumerated() {
                try pair.onBoth("ingest", piece)
                if number % 2 == 1 { try pair.onBoth("project") }
            }
            try await pair.retryHeldLines()
            try pair.onBoth("project")
            try pair.compare("report")
            try pair.compare("report", "--minimum-cell", "10")
            try pair.compare("report", "--as-of", pair.middle)
            try pair.onBoth("forget", pair.installations[0], pair.installations[1])
            try pair.compare("report")
            try pair.onBoth("retain", "--engagement-months", "7")
            try pair.onBoth("project", "--rebuild")
            try pair.compare("report")
            let found = try pair.onCluster("project", "--check")
            let lines = found.output.split(separator: "\n")
            #expect(lines.count > 10 && lines.allSatisfy { $0.hasSuffix(": matches the log") }, "\(found.output)")
        }
    }

    @Test func aServersDatabaseMovesToAClusterAndGrows() async throws {
        try await withClusterPair { pair in
            for piece in pair.pieces.dropLast(2) { try pair.onBoth("ingest", piece) }
            try pair.onBoth("project")
            try pair.onBoth("cluster", "distribute", "--parts", "6", onlyCluster: true)
            try pair.compare("report")
            try pair.onBoth("ingest", pair.pieces[pair.pieces.count - 2])
            try pair.onBoth("project")
            try pair.cluster.add(worker: 3)
            try pair.onBoth("cluster", "distribute", onlyCluster: true)
            let moving = Task.detached {
                try await pair.ask("SELECT rebalance_table_shards(shard_transfer_mode => 'block_writes')")
            }
            try pair.compareNights(with: pair.pieces.last!)
            _ = try await moving.value
            try pair.compare("report")
            let places = try await pair.ask(
                "SELECT count(DISTINCT nodeport) FROM citus_shards WHERE table_name = 'parts.part'::regclass")
            #expect(places == [["3"]])
        }
    }

    @Test func aServersDatabaseMovesAfterRetentionDroppedEvents() async throws {
        try await withClusterPair { pair in
            for piece in pair.pieces.dropLast() { try pair.onBoth("ingest", piece) }
            try pair.onBoth("project")
            try pair.compare("report")
            try pair.onBoth("retain", "--engagement-months", "7")
            try pair.onBoth("cluster", "distribute", "--parts", "4", onlyCluster: true)
            try pair.onBoth("project")
            try pair.compare("report")
            try pair.onBoth("ingest", pair.pieces.last!)
            try pair.onBoth("project")
            try pair.compare("report")
        }
    }

    @Test func whoIsErasedBeforeTheFirstStepOfAClusterIsInNoReport() async throws {
        try await withClusterPair { pair in
            for piece in pair.pieces.dropLast() { try pair.onBoth("ingest", piece) }
            try pair.onBoth("project")
            try pair.compare("report")
            try pair.onBoth("cluster", "distribute", "--parts", "4", onlyCluster: true)
            try pair.onBoth("forget", pair.installations[0], pair.installations[1])
            try pair.onBoth("project")
            try pair.compare("report")
        }
    }
}
