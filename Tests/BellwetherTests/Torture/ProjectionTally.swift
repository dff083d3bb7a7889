/// Counts strikes (kills of a program or server) by phase and victim.
struct ProjectionTally {
    private(set) var phases: [ProjectionPhase: Int] = [:]
    private var elsewhere = 0
    private var victims: [Victim: Int] = [:]
    /// Strikes while an ingest was running.
    private var besideIngest = 0

    /// Counts a strike; `phase` is nil before the projector began, between two steps, and after it ended.
    mutating func count(_ phase: ProjectionPhase?, on victim: Victim, besideIngest isBeside: Bool) {
        if let phase { phases[phase, default: 0] += 1 } else { elsewhere += 1 }
        victims[victim, default: 0] += 1
        besideIngest += isBeside ? 1 : 0
    }

    /// For example "20 strikes (program 12, server 8; 7 beside an ingest): step 5, fill 4, catch-up 5, swap 5,
    /// elsewhere 1".
    var description: String {
        let strikes = victims.values.reduce(0, +)
        let victims = victims.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
        let phases = ProjectionPhase.allCases.map { "\($0.rawValue) \(self.phases[$0] ?? 0)" }
        return "\(strikes) strikes (\(victims); \(besideIngest) beside an ingest): "
            + (phases + ["elsewhere \(elsewhere)"]).joined(separator: ", ")
    }
}
