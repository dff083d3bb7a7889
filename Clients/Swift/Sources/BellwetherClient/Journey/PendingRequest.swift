/// A request for authorization that has begun.
struct PendingRequest: Sendable, Hashable, Codable {
    /// The status when the request began.
    var before: AuthorizationStatus
    var askedAt: Timestamp
    var prompt: Prompt
    /// Whether `prompt_shown` has been recorded.
    var isShown = false

    /// Whether the system can show its dialog: not after an answer, and not for a provisional request.
    var canShowDialog: Bool { !prompt.isProvisional && before != .authorized && before != .denied }
}
