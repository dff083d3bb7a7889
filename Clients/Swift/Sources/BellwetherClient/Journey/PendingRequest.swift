/// A request for authorization that has begun.
package struct PendingRequest: Sendable, Hashable, Decodable {
    /// Whether `prompt_shown` has been recorded.
    package var isShown = false
    /// The status when the request began.
    package var before: AuthorizationStatus
    /// When it began.
    package var askedAt: Timestamp
    package var prompt: Prompt

    package init(before: AuthorizationStatus, askedAt: Timestamp, prompt: Prompt) {
        self.before = before
        self.askedAt = askedAt
        self.prompt = prompt
    }

    /// Whether the system can put up its dialog; it does not after an answer.
    var canShowDialog: Bool {
        !prompt.isProvisional && before != .authorized && before != .denied
    }
}
