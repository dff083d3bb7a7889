/// What a strike kills.
enum Victim: String {
    /// The program.
    case program
    /// The whole server.
    case server
    /// One process of the server, as the kernel does when memory runs out. The server then recovers.
    case child

    /// Returns the program in half of the cases, otherwise the server or one of its processes.
    static func random(_ random: inout SplitMix64) -> Victim {
        random.happens(50) ? .program : randomOfServer(&random)
    }

    /// Returns the server or one of its processes.
    static func randomOfServer(_ random: inout SplitMix64) -> Victim { random.happens(50) ? .server : .child }
}

/// Counts strikes (kills of a program or server) by moment and victim.
struct TortureTally {
    /// When a strike happened, relative to the ingest.
    enum Moment: String, CaseIterable {
        case before, during, after
    }

    private(set) var moments: [Moment: Int] = [:]
    /// Strikes during an ingest, by what the server was doing.
    private var activities: [String: Int] = [:]
    private var victims: [Victim: Int] = [:]
    /// Strikes after which a later batch of a file was committed and an earlier one was not.
    private(set) var gaps = 0

    mutating func countGap() { gaps += 1 }

    mutating func count(_ moment: Moment, _ activity: [String], on victim: Victim) {
        moments[moment, default: 0] += 1
        victims[victim, default: 0] += 1
        guard moment == .during else { return }
        for one in Set(activity) { activities[one, default: 0] += 1 }
    }

    var strikes: Int { moments.values.reduce(0, +) }

    /// For example "30 strikes (program 20, server 10): 3 before, 25 during, 2 after".
    var description: String {
        let victims = victims.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
        let moments = Moment.allCases.map { "\(self.moments[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ")
        return "\(strikes) strikes (\(victims)): \(moments)"
    }

    /// The activities of the server at strikes during an ingest, with their counts.
    var details: String {
        activities.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    /// Describes what a connection is doing, from the columns `state` and `query` of `pg_stat_activity`.
    static func activity(state: String?, query: String?) -> String {
        let query = query ?? ""
        switch state {
        case "active" where query.hasPrefix("COPY"): return "in COPY"
        case "active" where query.hasPrefix("COMMIT"): return "in COMMIT"
        case "active": return "in another statement"
        case let state? where state.hasPrefix("idle in transaction"): return "between statements of a batch"
        case "idle" where query.hasPrefix("COMMIT"): return "behind a COMMIT"
        default: return "between transactions"
        }
    }
}
