/// One line of the simulated NDJSON: one delivery of an event, which can be delivered several times.
struct Line: Sendable {
    /// The line's `received_at`.
    var receivedAt: Microseconds

    /// The time when the collector wrote the line, which determines the order of lines. Later than `receivedAt` if the
    /// collector wrote a line a second time.
    var writtenAt: Microseconds

    /// `sent_at` − `received_at`; nil without `sent_at`.
    var sentOffset: Microseconds?

    /// The index of the event in `Log.events`.
    var event: UInt32

    var form: Form

    /// How the line differs from what the client would normally write.
    enum Form: Equatable, Sendable {
        /// As the client normally writes it.
        case plain
        /// The same event in another notation: UUIDs and times in the other letter case, a send at another UTC offset.
        case retold
        /// Damaged, so that the event contract rejects it.
        case spoilt(Defect)
    }
}

extension Line {
    var isSpoilt: Bool { form.rank > 1 }
}

extension Line.Form {
    /// The position among lines of one event written at the same instant.
    var rank: UInt8 {
        switch self {
        case .plain: 0
        case .retold: 1
        case .spoilt(let defect): 2 + defect.rawValue
        }
    }
}
