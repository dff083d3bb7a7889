/// Plays the histories of seeds until one fails. If it looks for a mistake, every other one is of the mistake's theme.
struct Search {
    let seeds: Range<UInt64>
    var mutant: Mutant?
    /// Histories played in parallel: while the server works for one, the program works for another.
    var workers = 3
    /// Called after each history with the number of finished ones.
    var progress: @Sendable (Int) -> Void = { _ in }

    /// Returns the first failing history, shrunk with at most `patience` attempts; nil if none fails.
    func counterexample(patience: Int = 600) async throws -> Counterexample? {
        guard let first = try await finding() else { return nil }
        return try await Playback.run(with: mutant) { playback in
            try await Counterexample(
                history(first.seed), seed: first.seed, tried: Int(first.seed - seeds.lowerBound) + 1, first.finding,
                in: playback, patience: patience)
        }
    }

    func history(_ seed: UInt64) -> History {
        Generator.history(seed: seed, of: seed.isMultiple(of: 2) ? mutant?.theme : nil)
    }

    /// Returns the lowest failing seed of the histories played until one failed; nil if none fails.
    func finding() async throws -> (seed: UInt64, finding: Finding)? {
        let queue = SeedQueue(seeds)
        try await withThrowingTaskGroup(of: Void.self) { playing in
            for _ in 0..<workers {
                playing.addTask { [mutant, progress, history] in
                    try await Playback.run(with: mutant) { playback in
                        while let seed = await queue.next() {
                            let finding = try await playback.finding(in: history(seed))
                            progress(await queue.finish(seed, finding))
                        }
                    }
                }
            }
            try await playing.waitForAll()
        }
        return await queue.first
    }
}

/// The remaining seeds. Hands out no more after one has failed.
private actor SeedQueue {
    private var rest: Range<UInt64>
    private var done = 0
    /// The lowest failing seed.
    private(set) var first: (seed: UInt64, finding: Finding)?

    init(_ seeds: Range<UInt64>) { rest = seeds }

    func next() -> UInt64? { first == nil ? rest.popFirst() : nil }

    /// Records the result of a seed and returns the number of finished ones.
    func finish(_ seed: UInt64, _ finding: Finding?) -> Int {
        if let finding, first.map({ seed < $0.seed }) ?? true { first = (seed, finding) }
        done += 1
        return done
    }
}
