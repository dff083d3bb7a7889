/// Finds a smaller history that still fails, by omitting parts and then simplifying the rest.
struct Shrinking {
    /// Returns whether a history fails.
    let goesWrong: (History) async throws -> Bool
    /// The number of histories that may still be tried.
    var patience: Int

    /// Returns the smallest failing history found.
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

    /// Omits deliveries: first halves, finally single ones (Zeller and Hildebrandt, "Simplifying and isolating
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

    /// Applies the first change with which the history still fails, and repeats until there is none.
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
