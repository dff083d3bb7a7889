public import Events
import Postgres

/// Selects quarantined deliveries. A criterion that is nil is not applied.
public struct QuarantineFilter: Sendable, Hashable {
    /// Only deliveries with these ids.
    public var ids: [Int]?
    /// Only deliveries that were first rejected for this reason.
    public var reason: RejectReason?
    /// Only deliveries from one source, or from all sources whose names share a prefix.
    public var source: SourcePattern?
    /// Only deliveries received at this time or later.
    public var since: Timestamp?
    /// Only deliveries received before this time.
    public var until: Timestamp?
    /// Only deliveries in this state.
    public var state: QuarantineState?

    /// A source's name, or a prefix of it.
    public enum SourcePattern: Sendable, Hashable {
        case exact(String)
        case prefix(String)

        /// Parses a name, or a prefix followed by `*`.
        public init(_ text: String) {
            self = text.hasSuffix("*") ? .prefix(String(text.dropLast())) : .exact(text)
        }
    }

    /// Creates a filter for deliveries in a state; nil selects all states.
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
