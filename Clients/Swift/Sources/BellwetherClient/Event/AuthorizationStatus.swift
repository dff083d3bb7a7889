/// What the system allows the app to do with notifications. The raw value is the contract's name.
package enum AuthorizationStatus: String, CaseIterable, Codable, Sendable {
    case notDetermined = "not_determined"
    case denied
    case authorized
    case provisional
    case ephemeral
}
