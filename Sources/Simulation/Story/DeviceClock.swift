/// The error of a device's clock, and whether its client sends `sent_at`.
enum DeviceClock: Sendable {
    /// Correct clock, without `sent_at`.
    case right
    /// Correct clock, with `sent_at`.
    case rightAndSaid
    /// Clock off by a constant error, with `sent_at`. The event contract corrects errors of more than 60 s.
    case wrongAndSaid(Microseconds)
    /// Clock off by a constant error, without `sent_at`, so nothing can correct it.
    case wrong(Microseconds)
    /// Clock that is sometimes off by hours, without `sent_at`.
    case jumping

    /// The times that a clock gives one event.
    struct Reading {
        /// The device's time of the event.
        var occurredAt: Microseconds

        /// The effective time that the contract computes from `occurred_at`, `sent_at` and `received_at`.
        var effectiveAt: Microseconds

        /// `sent_at` − `received_at`; nil if the client sends no `sent_at`.
        var sentOffset: Microseconds?

        /// Whether the effective time was computed from `received_at`, so that a copy received later would have another
        /// one.
        var isCorrected: Bool { effectiveAt != occurredAt }
    }

    /// Returns a random clock.
    static func draw(_ random: inout RandomSource) -> DeviceClock {
        switch random.place(in: [0.64, 0.22, 0.09, 0.01, 0.04]) {
        case 0: .right
        case 1: .rightAndSaid
        case 2: .wrongAndSaid(drawError(&random))
        case 3: .wrong(random.span(-20 * 3_600, 20 * 3_600) * .second)
        default: .jumping
        }
    }

    /// Returns the times of an event that really happened at `time`.
    func read(_ time: Microseconds, _ random: inout RandomSource) -> Reading {
        switch self {
        case .right: Reading(occurredAt: time, effectiveAt: time)
        case .rightAndSaid: Reading(occurredAt: time, effectiveAt: time, sentOffset: Self.drawSending(&random))
        case .wrongAndSaid(let error): Self.readWrong(time, error)
        case .wrong(let error): Reading(occurredAt: time + error, effectiveAt: time + error)
        case .jumping: Self.readJumping(time, &random)
        }
    }

    /// Returns the times of a clock with a constant error. `sent_at` − `received_at` equals the error, so a correction
    /// gives the true time.
    private static func readWrong(_ time: Microseconds, _ error: Microseconds) -> Reading {
        let isCorrected = abs(error) > .minute
        return Reading(
            occurredAt: time + error, effectiveAt: isCorrected ? time : time + error, sentOffset: error)
    }

    private static func readJumping(_ time: Microseconds, _ random: inout RandomSource) -> Reading {
        let jump = random.happens(0.35) ? random.span(-20 * 3_600, 20 * 3_600) * .second : 0
        return Reading(occurredAt: time + jump, effectiveAt: time + jump)
    }

    private static func drawSending(_ random: inout RandomSource) -> Microseconds { -random.span(20, 4_000) * 1_000 }

    /// Returns an error in whole seconds. Includes the contract's limit of 60 s and 61 s.
    private static func drawError(_ random: inout RandomSource) -> Microseconds {
        let size =
            switch random.place(in: [0.1, 0.1, 0.1, 0.4, 0.3]) {
            case 0: Microseconds.minute
            case 1: Microseconds.minute + .second
            case 2: random.span(5, 60) * .second
            case 3: random.span(61, 86_400) * .second
            default: random.span(1, 40) * .day + random.span(0, 86_400) * .second
            }
        return random.happens(0.5) ? size : -size
    }
}
