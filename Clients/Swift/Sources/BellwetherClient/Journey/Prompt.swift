/// How the app asks.
struct Prompt: Sendable, Hashable, Decodable {
    /// Whether the request is one for provisional authorization, which shows no dialog.
    var isProvisional = false
    var placement: String?
    var variant: String?
}
