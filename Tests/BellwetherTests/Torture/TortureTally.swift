/// What a strike ends.
enum Victim: String {
    /// The program itself.
    case program
    /// The whole server.
    case server
    /// One process of the server, as the system does where memory is short: the server recovers.
    case child

    /// The program in half of the strikes.
    static func random(_ random: inout SplitMix64) -> Victim {
        random.happens(50) ? .program : randomOfServer(&random)
    }

    /// The server, or a process of it.
    static func randomOfServer(_ random: inout SplitMix64) -> Victim { random.happens(50) ? .server : .child }
}

/// How many strikes fell where.
struct TortureTally {
    /// When a strike fell, by the ledger and the programs that ran.
    enum Moment: String, CaseIterable {
        case before, during, after
    }

    private(set) var moments: [Moment: Int] = [:]
    /// Strikes in the middle, by what the server was doing for the ingests.
    private var activities: [String: Int] = [:]
    private var victims: [Victim: Int] = [:]

    mutating func count(_ moment: Moment, _ activity: [String], on victim: Victim) {
        moments[moment, default: 0] += 1
        victims[victim, default: 0] += 1
        guard moment == .during else { return }
        for one in Set(activity) { activities[one, default: 0] += 1 }
    }

    var strikes: Int { moments.values.reduce(0, +) }

    /// Such as "30 strikes (program 20, server 10): 3 before, 25 during, 2 after".
    var description: String {
        let victims = victims.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
        let moments = Moment.allCases.map { "\(self.moments[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ")
        return "\(strikes) strikes (\(victims)): \(moments)"
    }

    /// What was going on in the strikes in the middle.
    var details: String {
        activities.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    /// What a connection is doing, of the columns `state` and `query` of `pg_stat_activity`.
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
