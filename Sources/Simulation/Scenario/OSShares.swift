/// Which releases the devices of each simulated day run.
struct OSShares: Sendable {
    private let first: Int
    private let weights: [[Double]]

    /// The shares on each of these days; `factor` is by how much more there are of a release on a day.
    init(_ days: SimulatedDays, factor: (_ release: Int, _ day: Int) -> Double) {
        first = days.first
        weights = days.all.map { day in
            OSRelease.all.indices.map { Self.weight(of: $0, on: day) * factor($0, day) }
        }
    }

    /// The place in `OSRelease.all` of the release of one device on this day.
    func draw(on day: Int, _ random: inout RandomSource) -> Int { random.place(in: weights[day - first]) }

    /// A release spreads over three weeks and fades, but never wholly, once the next one of its name is out.
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
