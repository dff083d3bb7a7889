/// How and where the app asks for permission.
struct Prompt: Sendable, Hashable, Codable {
    /// Whether the app asks for provisional authorization, for which the system shows no dialog.
    var isProvisional = false
    var placement: String?
    var variant: String?

    var data: EventData { EventData(placement: placement, variant: variant) }
}
