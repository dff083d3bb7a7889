extension Truth {
    /// An authorization status, `unknown` before any event told one.
    public enum Status: String, Sendable, CaseIterable {
        case unknown
        case notDetermined = "not_determined"
        case denied
        case authorized
        case provisional
        case ephemeral
    }

    /// The types of permission events, in the order of the contract's table.
    public enum PermissionType: UInt8, Sendable, CaseIterable {
        case promptShown, promptGranted, promptDenied
        case provisionalStarted, provisionalKept, provisionalTurnedOff
        case statusObserved
        case settingsPromptShown, settingsOpened

        /// Whether it is the answer to a prompt.
        var isAnswer: Bool { self == .promptGranted || self == .promptDenied }

        /// Whether the prompt is known to have been up once this event is known.
        var provesPrompt: Bool { self == .promptShown || isAnswer }
    }

    /// One accepted permission event of one installation.
    public struct PermissionEvent: Sendable {
        /// What happened.
        public var type: PermissionType

        /// When it happened, after the correction of wrong clocks.
        public var effectiveAt: Microseconds

        /// When the device's clock said that it happened.
        public var occurredAt: Microseconds

        /// The event's id.
        public var id: Identifier

        /// The client's own count of its events, if it sent one.
        public var sequence: Int?

        /// The OS that the event came from.
        public var os: OperatingSystem

        /// What `status_observed` named; ignored for other types.
        public var status: Status

        /// An event; `occurredAt` is `effectiveAt` if left out.
        public init(
            _ type: PermissionType, effectiveAt: Microseconds, occurredAt: Microseconds? = nil, id: Identifier,
            sequence: Int? = nil, os: OperatingSystem, status: Status = .unknown
        ) {
            self.type = type
            self.effectiveAt = effectiveAt
            self.occurredAt = occurredAt ?? effectiveAt
            self.id = id
            self.sequence = sequence
            self.os = os
            self.status = status
        }
    }
}
