import Glibc
package import HTTPTypes
import Hummingbird
import NIOCore

/// A network of addresses, such as `10.0.0.0/8` or `::1`.
public struct TrustedProxy: Sendable, Hashable {
    private let address: [UInt8]
    private let bits: Int

    /// The network that is written so, without a number of bits the one address; nil of any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = Self.bytes(of: String(parts[0])) else { return nil }
        guard let bits = parts.count == 1 ? address.count * 8 : Int(parts[1]), (0...address.count * 8).contains(bits)
        else { return nil }
        self.address = address
        self.bits = bits
    }

    /// Whether the address is one of the network's.
    package func contains(_ other: String) -> Bool {
        guard let bytes = Self.bytes(of: other), bytes.count == address.count else { return false }
        let whole = bits / 8
        guard bytes[..<whole] == address[..<whole] else { return false }
        return bits % 8 == 0 || (bytes[whole] ^ address[whole]) >> UInt8(8 - bits % 8) == 0
    }

    /// The bytes of an address of either version.
    private static func bytes(of text: String) -> [UInt8]? {
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: size)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}

/// Where requests come from.
package struct ClientAddress {
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")!

    let trusted: [TrustedProxy]

    /// Believes `X-Forwarded-For` of these.
    package init(trusted: [TrustedProxy]) { self.trusted = trusted }

    /// The address of a request's client: the peer of its connection, or, where that is a trusted proxy, the last one in
    /// `X-Forwarded-For` that is none. nil where the connection has none.
    package func address(of headers: HTTPFields, peer: String?) -> String? {
        guard let peer, trusted.contains(where: { $0.contains(peer) }) else { return peer }
        let hops = headers[values: Self.forwardedFor].flatMap { $0.split(separator: ",") }
            .map { String($0.filter { $0 != " " && $0 != "\t" }) }
        return hops.last { hop in !trusted.contains { $0.contains(hop) } } ?? peer
    }
}
