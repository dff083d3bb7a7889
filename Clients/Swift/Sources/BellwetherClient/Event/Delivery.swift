/// How notifications that were kept after a provisional trial are delivered. The raw value is the contract's name.
package enum Delivery: String, Codable, Sendable {
    /// On the lock screen or as banners.
    case prominent
    /// In the notification center only.
    case quiet
}
