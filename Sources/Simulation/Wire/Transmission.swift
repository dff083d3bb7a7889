/// Delivers the moments of one installation to the collector, with clock errors, delays, duplicates and damaged lines.
struct Transmission {
    private let installation: Installation
    private let place: UInt32
    private let days: SimulatedDays
    private var random: RandomSource
    private var count: Int32 = 0
    private var launches: Int32 = 0
    private var last: (id: Truth.Identifier, occurredAt: Microseconds)?

    /// Creates the transmission of the installation at index `place` of the log.
    init(_ installation: Installation, place: UInt32, _ days: SimulatedDays, _ random: RandomSource) {
        self.installation = installation
        self.place = place
        self.days = days
        self.random = random
    }

    /// Appends the event of a moment and the lines that deliver it; appends nothing if it would arrive after the end.
    ///
    /// Must be called in order of the moments' true time.
    mutating func send(_ moment: Moment, events: inout [LoggedEvent], lines: inout [Line]) {
        let fromServer = moment.isFromServer
        let sequence = fromServer ? -1 : drawSequence(moment.type)
        let clock = fromServer ? .right : installation.clock
        let reading = clock.read(moment.time, &random)
        let received = (moment.time + drawDelay(fromServer: fromServer)).floored(to: 1_000)
        let id = drawID(occurredAt: reading.occurredAt)
        guard received <= days.lastReceipt else { return }
        let event = LoggedEvent(
            effectiveAt: reading.effectiveAt, occurredAt: reading.occurredAt, receivedAt: received, id: id,
            installation: place, sequence: sequence, type: moment.type, software: moment.software,
            detail: moment.detail, settings: moment.settings)
        let first = Line(
            receivedAt: received, writtenAt: received, sentOffset: reading.sentOffset, event: UInt32(events.count),
            form: .plain)
        events.append(event)
        lines.append(first)
        if random.happens(0.03) { sendAgain(first, of: event, &lines) }
        if random.happens(0.005) { spoil(first, &lines) }
    }

    /// Returns a new id. Rarely returns the previous one again, for an event with another `occurred_at`.
    private mutating func drawID(occurredAt: Microseconds) -> Truth.Identifier {
        let id = random.identifier()
        if let last, last.occurredAt != occurredAt, random.happens(0.001) {
            self.last = nil
            return last.id
        }
        last = (id, occurredAt)
        return id
    }

    private mutating func drawSequence(_ type: EventType) -> Int32 {
        count += 1
        launches += type == .appOpened ? 1 : 0
        return switch installation.counting {
        case .none: -1
        case .events: count
        case .launches: launches
        case .someEvents: random.happens(0.5) ? count : -1
        }
    }

    /// Returns the time from event to receipt: usually seconds; for a client that was offline hours or days, at most 20
    /// days.
    private mutating func drawDelay(fromServer: Bool) -> Microseconds {
        let isLate = !fromServer && random.happens(0.035)
        let delay = isLate ? random.span(around: 10 * .hour, spread: 1.6) : random.span(around: .second, spread: 1)
        return 50_000 + min(delay, 20 * .day)
    }

    /// Appends a second copy of a line.
    ///
    /// The order of arrival decides which copy is accepted, so copies may differ only in what affects no number.
    /// Usually the collector writes a line twice, with the same `received_at`. A retry by the client has its own
    /// `received_at`; that happens only if neither receipt nor event lies in the reported days, except that a few
    /// retries arrive after the last day. Copies of permission events always have the same `received_at`, because
    /// `opt_in_changes` counts earlier prompts as they were known at an earlier horizon.
    private mutating func sendAgain(_ first: Line, of event: LoggedEvent, _ lines: inout [Line]) {
        var copy = first
        if random.happens(0.3) { copy.form = .retold }
        if random.happens(0.7) {
            copy.writtenAt += random.span(around: 20 * .minute, spread: 2).floored(to: 1_000) + 1_000
        }
        let isRetry = random.happens(0.5)
        let isAtTheEnd = random.happens(0.02)
        let isFree =
            event.effectiveAt == event.occurredAt && isUnreported(event.effectiveAt)
            && !event.type.isPermissionEvent
        if isFree, isUnreported(first.receivedAt), isRetry {
            if isAtTheEnd { copy.writtenAt = days.endTime + random.span(0, 4 * 3_600) * .second }
            if isUnreported(copy.writtenAt) || isAtTheEnd { copy.receivedAt = copy.writtenAt }
        }
        if copy.writtenAt <= days.lastReceipt { lines.append(copy) }
    }

    private func isUnreported(_ time: Microseconds) -> Bool { time.dayNumber < days.firstReported }

    /// Appends a damaged copy that is rejected and received up to 12 hours later. Rejects don't affect the horizon.
    private mutating func spoil(_ first: Line, _ lines: inout [Line]) {
        var copy = first
        copy.receivedAt += random.span(0, 43_200) * .second
        copy.writtenAt = copy.receivedAt
        copy.sentOffset = nil
        let defect = random.pick(Defect.allCases)
        // A future event near the end would have an `occurred_at` after the simulated days.
        let isTooLate = defect == .fromTheFuture && copy.receivedAt >= days.endTime - 2 * .day
        copy.form = .spoilt(isTooLate ? .unknownType : defect)
        lines.append(copy)
    }
}
