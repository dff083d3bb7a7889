public import Events
import Postgres

/// Which quarantined deliveries are meant; what is nil says nothing.
public struct QuarantineFilter: Sendable, Hashable {
    /// Only these.
    public var ids: [Int]?
    /// Only those that were rejected for this at first.
    public var reason: RejectReason?
    /// Only those of one source, or of all sources whose names begin alike.
    public var source: SourcePattern?
    /// Only those received then or later.
    public var since: Timestamp?
    /// Only those received before.
    public var until: Timestamp?
    /// Only those in this state.
    public var state: QuarantineState?

    /// A source's name, or how it begins.
    public enum SourcePattern: Sendable, Hashable {
        case exact(String)
        case prefix(String)

        /// The pattern that a person writes: a name, or a beginning and `*`.
        public init(_ text: String) {
            self = text.hasSuffix("*") ? .prefix(String(text.dropLast())) : .exact(text)
        }
    }

    /// A filter for deliveries in a state; nil for all.
    public init(state: QuarantineState? = .held) {
        self.state = state
    }

    /// The arguments of `log.quarantine_matching`, `$1` to `$7`.
    var parameters: [Parameter] {
        [
            ids.map(Parameter.array) ?? .null, .optional(reason?.rawValue), .optional(exactSource),
            .optional(sourcePrefix), .optional(since?.microseconds), .optional(until?.microseconds),
            .optional(state?.rawValue),
        ]
    }

    private var exactSource: String? { if case .exact(let source) = source { source } else { nil } }
    private var sourcePrefix: String? { if case .prefix(let source) = source { source } else { nil } }
}
