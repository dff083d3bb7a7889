import Events
import Foundation
import Simulation
import Testing

/// Plays forty histories and a few mutants; `script/properties` plays more.
@Suite struct ProjectionProperties {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["BELLWETHER_PROPERTIES"].flatMap(UInt64.init) ?? 40
    private static let seed = environment["BELLWETHER_PROPERTIES_SEED"].flatMap(UInt64.init) ?? 1
    /// A few, or all, or those with this text in their names.
    private static let mutants =
        environment["BELLWETHER_MUTANTS"].map { part in
            Mutant.all.filter { part == "all" || $0.name.contains(part) }
        } ?? Mutant.few

    @Test(.timeLimit(.minutes(120))) func everyTableIsTheReferencesWhateverTheOrderBatchesAndRebuilds() async throws {
        let search = Search(seeds: Self.seed..<Self.seed + Self.count) { done in
            if done % 100 == 0 { Self.report("\(done) of \(Self.count) histories") }
        }
        if let counterexample = try await search.counterexample() { Issue.record("\(counterexample)") }
    }

    @Test func theReferenceHasTheEventTypesOfTheFormat() {
        #expect(Truth.EventType.allCases.map(\.rawValue) == EventType.allCases.map(\.name))
        #expect(Truth.EventType.allCases.map(\.isPermissionEvent) == EventType.allCases.map(\.isPermissionEvent))
    }

    @Test func everyMistakeCanStillBeMade() {
        #expect(Mutant.all.filter { !$0.isThere }.map { "\($0.name): sql/\($0.path)" } == [])
    }

    @Test(.timeLimit(.minutes(120)), arguments: mutants) func aMistakeInTheSQLIsFound(_ mutant: Mutant) async throws {
        try #require(mutant.isThere, "sql/\(mutant.path) has not, or not once: \(mutant.piece)")
        let search = Search(seeds: Self.seed..<Self.seed + 400, mutant: mutant)
        guard let found = try await search.finding() else {
            Issue.record("400 histories did not find: \(mutant.name)")
            return
        }
        Self.report("mutant: \(mutant.name): found by history \(found.seed - Self.seed + 1)")
    }

    @Test func aFailingHistoryIsReduced() async throws {
        let search = Search(seeds: Self.seed..<Self.seed + 400, mutant: Mutant.few[0])
        let reduced = try #require(try await search.counterexample(patience: 20))
        #expect(reduced.history.deliveries.count < search.history(reduced.seed).deliveries.count)
    }

    /// Writes a progress line for `script/properties`.
    private static func report(_ line: String) {
        FileHandle.standardError.write(Data("properties: \(line)\n".utf8))
    }
}
