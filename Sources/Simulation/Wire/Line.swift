/// One line: an event as it came in.
struct Line: Sendable {
    /// When the collector received it.
    var receivedAt: Microseconds

    /// When the collector handed it over: later for what it handed over twice. Lines come in this order.
    var writtenAt: Microseconds

    /// `sent_at` less `received_at`, nil without `sent_at`.
    var sentOffset: Microseconds?

    /// The place of the event.
    var event: UInt32

    /// What became of the line on its way.
    var form: Form

    /// The forms of a line.
    enum Form: Equatable, Sendable {
        /// As the client writes it.
        case plain
        /// The same event told otherwise: UUIDs in the other case, times at another UTC offset.
        case retold
        /// Spoilt, so that it is rejected.
        case spoilt(Defect)
    }
}

extension Line {
    /// Whether the contract rejects it.
    var isSpoilt: Bool { form.rank > 1 }
}

extension Line.Form {
    /// A place among the lines of one event that were handed over at the same instant.
    var rank: UInt8 {
        switch self {
        case .plain: 0
        case .retold: 1
        case .spoilt(let defect): 2 + defect.rawValue
        }
    }
}
