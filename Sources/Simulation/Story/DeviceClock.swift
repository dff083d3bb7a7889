/// How the clock of a device goes, and whether its client says when it sent a copy.
enum DeviceClock: Sendable {
    /// Right, without `sent_at`.
    case right
    /// Right, with `sent_at`.
    case rightAndSaid
    /// Wrong by so much, with `sent_at`: the contract corrects it if it is more than 60 s.
    case wrongAndSaid(Microseconds)
    /// Wrong by so much, without `sent_at`: nothing can correct it.
    case wrong(Microseconds)
    /// Right at times and wrong by hours at others, without `sent_at`.
    case jumping

    /// What a clock makes of one event.
    struct Reading {
        /// The device's time of the event.
        var occurredAt: Microseconds

        /// The time that the contract makes of it.
        var effectiveAt: Microseconds

        /// `sent_at` less `received_at`, nil without `sent_at`.
        var sentOffset: Microseconds?

        /// Whether the receipt went into the effective time, so that a copy received later would have another one.
        var isCorrected: Bool { effectiveAt != occurredAt }
    }

    /// The clock of one device.
    static func draw(_ random: inout RandomSource) -> DeviceClock {
        switch random.place(in: [0.64, 0.22, 0.09, 0.01, 0.04]) {
        case 0: .right
        case 1: .rightAndSaid
        case 2: .wrongAndSaid(drawError(&random))
        case 3: .wrong(random.span(-20 * 3_600, 20 * 3_600) * .second)
        default: .jumping
        }
    }

    /// What the clock says of an event that truly happened at `time`.
    func read(_ time: Microseconds, _ random: inout RandomSource) -> Reading {
        switch self {
        case .right: Reading(occurredAt: time, effectiveAt: time)
        case .rightAndSaid: Reading(occurredAt: time, effectiveAt: time, sentOffset: Self.drawSending(&random))
        case .wrongAndSaid(let error): Self.readWrong(time, error)
        case .wrong(let error): Reading(occurredAt: time + error, effectiveAt: time + error)
        case .jumping: Self.readJumping(time, &random)
        }
    }

    /// Corrected, the difference of sending and receipt is the clock's error, and what is left is the true time.
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

    /// Errors of whole seconds, the contract's limit of 60 s and its neighbours among them.
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
