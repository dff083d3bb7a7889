import BellwetherClient
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The shop's own server, which sends the notifications. It needs the installation's id to record `notification_sent`.
@MainActor final class ShopServer {
    static let shared = ShopServer()

    private let url = URL(string: "https://api.example.com/devices")!
    private var token: Data?

    /// Stores the push token, and sends it with the installation's id.
    func register(_ token: Data) async {
        self.token = token
        await update()
    }

    /// Sends the push token and the installation's id. The id is nil while nothing is collected.
    func update() async {
        guard let token else { return }
        let device = Device(
            token: token.map { String(format: "%02x", $0) }.joined(),
            installation: await bellwether.installationID)
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        request.httpBody = try? JSONEncoder().encode(device)
        _ = try? await URLSession.shared.data(for: request)
    }

    /// Asks the server to erase what it and Bellwether hold of an installation.
    func forget(_ installation: UUID) async {
        var request = URLRequest(url: url.appendingPathComponent(installation.uuidString))
        request.httpMethod = "DELETE"
        _ = try? await URLSession.shared.data(for: request)
    }

    private struct Device: Encodable {
        var token: String
        var installation: UUID?
    }
}
