extension OrderTests {
    /// Returns engagement events of a few installations with many collisions: times at and around the limits of
    /// windows, few ids and notifications, re-sends, wrong clocks, late arrivals, and changing OS versions and
    /// campaigns. `start` is the time of the first ones in seconds.
    static func engagementLines(_ count: Int, from start: Double = 10 * day) -> [String] {
        let boundaries = [
            0, 0, 0, 0.000001, 29.999999, 30, 30.000001, 59.999999, 60, 60.000001, -30, -60, 3_600, 43_199.999999,
            43_200,
            27 * day, 28 * day - 60, 28 * day - 0.000001, 28 * day,
        ]
        return (0..<count).map { number in
            let at = Double(Int.random(in: 0...5)) * day / 2 + boundaries.randomElement()! + start
            let id = Int.random(in: 1...count)
            let installation = Int.random(in: 1...4)
            let notification = "n-\(Int.random(in: 1...4))"
            let os = ["17.4", "17.4.1", "18.0"].randomElement()!
            let received = at + Double(Int.random(in: 1...4)) * day / 2
            // A few events of the second installation have no sequence.
            let hasSequence = installation == 1 || (installation == 2 && Int.random(in: 0..<8) > 0)
            switch Int.random(in: 0..<10) {
            case 0...2:
                return sent(
                    notification, id, at: at, campaign: ["", "a", "b"].randomElement()!, installation: installation,
                    os: Bool.random() ? nil : os, received: received)
            case 3:
                return engagement(
                    "notification_received", id, at: at, ["notification_id": notification], installation: installation,
                    received: received)
            case 4, 5:
                return opened(
                    Bool.random() ? notification : nil, id, at: at, trigger: ["push", "", "local"].randomElement()!,
                    installation: installation, os: os, received: received)
            case 6...8:
                return engagement(
                    "app_opened", id, at: at, installation: installation, os: os, received: received,
                    clockAhead: [0, 0, -35 * day].randomElement()!)
            default:
                return line(
                    ["prompt_granted", "prompt_denied", "prompt_shown", "provisional_started"].randomElement()!, id,
                    at: at, installation: installation, version: os,
                    sequence: hasSequence ? Int.random(in: 0...3) : nil, received: received)
            }
        }
    }
}
