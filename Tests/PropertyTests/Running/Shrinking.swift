/// Finds a small history that still goes wrong: by leaving things out, then by making what is left plain.
struct Shrinking {
    /// Whether a history goes wrong.
    let goesWrong: (History) async throws -> Bool
    /// How many histories may be tried.
    var patience: Int

    /// The smallest history that was found.
    mutating func shrink(_ history: History) async throws -> History {
        var smallest = history
        var size = Int.max
        while smallest.size < size, patience > 0 {
            size = smallest.size
            smallest = try await withoutDeliveries(smallest)
            smallest = try await with(smallest) { $0.withoutParts }
            smallest = try await with(smallest) { $0.plainer }
        }
        return smallest
    }

    /// Leaves out deliveries: halves first, at last single ones (Zeller and Hildebrandt, "Simplifying and isolating
    /// failure-inducing input", 2002).
    private mutating func withoutDeliveries(_ history: History) async throws -> History {
        var smallest = history
        var length = max(smallest.deliveries.count / 2, 1)
        while true {
            var start = 0
            while start < smallest.deliveries.count {
                let candidate = smallest.withoutDeliveries(start..<start + length)
                if try await accepts(candidate) { smallest = candidate } else { start += length }
            }
            if length == 1 { return smallest }
            length /= 2
        }
    }

    /// Takes the first change that still goes wrong, as long as there is one.
    private mutating func with(_ history: History, _ changes: (History) -> [History]) async throws -> History {
        var smallest = history
        search: while true {
            for candidate in changes(smallest) where candidate != smallest {
                if try await accepts(candidate) {
                    smallest = candidate
                    continue search
                }
            }
            return smallest
        }
    }

    private mutating func accepts(_ candidate: History) async throws -> Bool {
        guard patience > 0, candidate.isDefined, !candidate.questions.isEmpty else { return false }
        patience -= 1
        return try await goesWrong(candidate)
    }
}
