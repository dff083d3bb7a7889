/// How the app asks.
package struct Prompt: Sendable, Hashable, Decodable {
    /// Whether the request is one for provisional authorization, which shows no dialog.
    package var isProvisional: Bool
    package var placement: String?
    package var variant: String?

    package init(isProvisional: Bool = false, placement: String? = nil, variant: String? = nil) {
        self.isProvisional = isProvisional
        self.placement = placement?.valid(upTo: 255)
        self.variant = variant?.valid(upTo: 255)
    }
}
