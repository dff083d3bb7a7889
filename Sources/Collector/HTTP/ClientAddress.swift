import Glibc
package import HTTPTypes
import Hummingbird
import NIOCore

/// A network of addresses, such as `10.0.0.0/8` or `::1`.
public struct TrustedProxy: Sendable, Hashable {
    private let address: [UInt8]
    private let bits: Int

    /// Parses a network, or a single address if there is no `/`; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = Self.bytes(of: String(parts[0])) else { return nil }
        guard let bits = parts.count == 1 ? address.count * 8 : Int(parts[1]), (0...address.count * 8).contains(bits)
        else { return nil }
        self.address = address
        self.bits = bits
    }

    /// Returns whether the network contains the address.
    package func contains(_ other: String) -> Bool {
        guard let bytes = Self.bytes(of: other), bytes.count == address.count else { return false }
        let whole = bits / 8
        guard bytes[..<whole] == address[..<whole] else { return false }
        return bits % 8 == 0 || (bytes[whole] ^ address[whole]) >> UInt8(8 - bits % 8) == 0
    }

    /// Returns the bytes of an IPv4 or IPv6 address.
    private static func bytes(of text: String) -> [UInt8]? {
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: size)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}

/// Finds the address of a request's client.
package struct ClientAddress {
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")!

    let trusted: [TrustedProxy]

    /// Trusts `X-Forwarded-For` if the peer is one of these proxies.
    package init(trusted: [TrustedProxy]) { self.trusted = trusted }

    /// Returns the client's address: the peer of the connection or, if the peer is a trusted proxy, the last address in
    /// `X-Forwarded-For` that is not a trusted proxy. Nil if the connection has no address.
    package func address(of headers: HTTPFields, peer: String?) -> String? {
        guard let peer, trusted.contains(where: { $0.contains(peer) }) else { return peer }
        let hops = headers[values: Self.forwardedFor].flatMap { $0.split(separator: ",") }
            .map { String($0.filter { $0 != " " && $0 != "\t" }) }
        return hops.last { hop in !trusted.contains { $0.contains(hop) } } ?? peer
    }
}
