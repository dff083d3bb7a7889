extension Truth {
    /// An authorization status; `unknown` until an event gives one.
    package enum Status: String, Sendable, CaseIterable {
        case unknown
        case notDetermined = "not_determined"
        case denied
        case authorized
        case provisional
        case ephemeral
        case gone

        /// Whether notifications can be delivered.
        var isReachable: Bool { self == .authorized || self == .provisional || self == .ephemeral }
    }
}
