/// Plays the histories of seeds until one goes wrong.
struct Search {
    let seeds: Range<UInt64>
    var mutant: Mutant?
    /// Histories at once: while the server works for one, the program works for another.
    var workers = 3
    /// Is told after each history how many are done.
    var progress: @Sendable (Int) -> Void = { _ in }

    /// The first history that goes wrong, shrunk by trying so many others, nil if none does.
    func counterexample(patience: Int = 600) async throws -> Counterexample? {
        guard let first = try await finding() else { return nil }
        return try await Playback.run(with: mutant) { playback in
            try await Counterexample(
                seed: first.seed, tried: Int(first.seed - seeds.lowerBound) + 1, first.finding, in: playback,
                patience: patience)
        }
    }

    /// The least seed that goes wrong of those that were played until then, nil if none does.
    func finding() async throws -> (seed: UInt64, finding: Finding)? {
        let queue = SeedQueue(seeds)
        try await withThrowingTaskGroup(of: Void.self) { playing in
            for _ in 0..<workers {
                playing.addTask { [mutant, progress] in
                    try await Playback.run(with: mutant) { playback in
                        while let seed = await queue.next() {
                            let finding = try await playback.finding(in: Generator.history(seed: seed))
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

/// The seeds that are left, until one goes wrong.
private actor SeedQueue {
    private var rest: Range<UInt64>
    private var done = 0
    /// The least seed that went wrong.
    private(set) var first: (seed: UInt64, finding: Finding)?

    init(_ seeds: Range<UInt64>) { rest = seeds }

    func next() -> UInt64? { first == nil ? rest.popFirst() : nil }

    /// Gives how many are done.
    func finish(_ seed: UInt64, _ finding: Finding?) -> Int {
        if let finding, first.map({ seed < $0.seed }) ?? true { first = (seed, finding) }
        done += 1
        return done
    }
}
