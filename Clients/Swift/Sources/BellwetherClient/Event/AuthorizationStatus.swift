/// The app's permission to show notifications. The raw value is the contract's name.
package enum AuthorizationStatus: String, CaseIterable, Codable, Sendable {
    case notDetermined = "not_determined"
    case denied
    case authorized
    case provisional
    case ephemeral
}
