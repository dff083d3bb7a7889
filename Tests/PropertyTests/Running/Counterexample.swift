/// A history that fails, after shrinking.
struct Counterexample: Sendable, CustomStringConvertible {
    let seed: UInt64
    /// The number of histories played up to and including the failing one.
    let tried: Int
    let history: History
    let finding: Finding

    /// Shrinks the history of a seed.
    init(
        _ long: History, seed: UInt64, tried: Int, _ finding: Finding, in playback: Playback, patience: Int
    ) async throws {
        var shrinking = Shrinking(goesWrong: { try await playback.finding(in: $0) != nil }, patience: patience)
        let history = try await shrinking.shrink(long)
        self.seed = seed
        self.tried = tried
        self.history = history
        self.finding = try await playback.finding(in: history) ?? finding
    }

    /// The failure, followed by the history in chronological order.
    var description: String {
        """
        seed \(seed), shrunk to \(history.deliveries.count) deliveries
        \(finding)
        \(history)
        """
    }
}

extension History: CustomStringConvertible {
    var description: String { (["settings \(settings)"] + acts.map(\.description)).joined(separator: "\n") }
}

extension History.Settings: CustomStringConvertible {
    var description: String { "\(zone.name), windows \(conversion) s, \(open) s, \(influence) s" }
}

extension History.Act: CustomStringConvertible {
    var description: String {
        switch self {
        case .ingest(let deliveries, let batchSize):
            (["ingest in batches of \(batchSize)"] + deliveries.map(\.line)).joined(separator: "\n  ")
        case .project(let stepSize): "project in steps of \(stepSize)"
        case .rebuild(let names): "rebuild \(names.joined(separator: ", "))"
        case .audit(let names): "audit \(names.joined(separator: ", "))"
        case .set(let settings): "set \(settings)"
        case .publish(let question): "publish \(question)"
        }
    }
}
