/// The distribution of OS releases across devices on each simulated day.
struct OSShares: Sendable {
    private let first: Int
    private let weights: [[Double]]

    /// Computes the distribution for each day; `factor` multiplies the weight of a release on a day.
    init(_ days: SimulatedDays, factor: (_ release: Int, _ day: Int) -> Double) {
        first = days.first
        weights = days.all.map { day in
            OSRelease.all.indices.map { Self.weight(of: $0, on: day) * factor($0, day) }
        }
    }

    /// Returns a random index into `OSRelease.all`, weighted by this day's distribution.
    func draw(on day: Int, _ random: inout RandomSource) -> Int { random.place(in: weights[day - first]) }

    /// Returns the weight of a release on a day. It rises over three weeks after release, and once the next release of
    /// the same OS is out it declines to no less than a tenth.
    private static func weight(of place: Int, on day: Int) -> Double {
        let release = OSRelease.all[place]
        guard day >= release.released else { return 0 }
        let spread = min(1, Double(day - release.released + 1) / 21)
        return release.weight * spread * fading(of: place, on: day)
    }

    private static func fading(of place: Int, on day: Int) -> Double {
        let next = OSRelease.all.dropFirst(place + 1).first
        guard OSRelease.all[place].isFollowed, let next, next.follows(OSRelease.all[place]) else { return 1 }
        return max(0.1, 1 / (1 + Double(max(0, day - next.released)) / 15))
    }
}
