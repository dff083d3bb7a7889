import TestSupport

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
        random.happens(50) ? .program : random.happens(50) ? .server : .child
    }
}

/// Counts strikes (kills of a program or server) by moment and victim.
struct TortureTally {
    /// When a strike happened, relative to the ingest.
    enum Moment: String, CaseIterable {
        case before, during, after
    }

    private(set) var moments: [Moment: Int] = [:]
    private var victims: [Victim: Int] = [:]
    /// Strikes after which a later batch of a file was committed and an earlier one was not.
    private(set) var gaps = 0

    mutating func countGap() { gaps += 1 }

    mutating func count(_ moment: Moment, on victim: Victim) {
        moments[moment, default: 0] += 1
        victims[victim, default: 0] += 1
    }

    var strikes: Int { moments.values.reduce(0, +) }

    /// For example "30 strikes (program 20, server 10): 3 before, 25 during, 2 after".
    var description: String {
        let victims = victims.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
        let moments = Moment.allCases.map { "\(self.moments[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ")
        return "\(strikes) strikes (\(victims)): \(moments)"
    }
}
