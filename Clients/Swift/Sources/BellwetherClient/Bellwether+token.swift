public import Foundation

extension Bellwether {
    /// Records that the device has a push token, beside the app's own registration. Call it with each token that the system
    /// gives, in `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`. With FCM, pass
    /// `Data(fcmToken.utf8)` in `messaging(_:didReceiveRegistrationToken:)` and nowhere else.
    ///
    /// If it is another one than before, the status is recorded again: the push service tells your server that the old
    /// token is no longer valid, and the person would count as gone. Only a hash of the token is stored, and none of it is
    /// sent.
    public func pushTokenChanged(_ token: Data) {
        guard let engine else { return }
        engine.apply(.token(token.fnv1a))
        Task { await engine.observe() }
    }
}

extension Data {
    /// The 64-bit FNV-1a hash of the bytes (Fowler, Noll and Vo), as a signed number.
    fileprivate var fnv1a: Int64 {
        let hash = reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
