extension Truth {
    /// An authorization status, `unknown` before any event told one.
    package enum Status: String, Sendable, CaseIterable {
        case unknown
        case notDetermined = "not_determined"
        case denied
        case authorized
        case provisional
        case ephemeral

        /// Whether a notification can be shown.
        var isReachable: Bool { self == .authorized || self == .provisional || self == .ephemeral }
    }
}
