import Crypto

/// A key with which clients of one app send events over HTTP, as the database stores it.
///
/// The key that a client sends is the text `bw_`, the number, `_`, and 256 random bits in base64url (RFC 4648, section
/// 5). Only the SHA-256 of those bits is stored. A slow password hash is not needed because the bits are random.
public struct CollectorKey: Sendable, Hashable {
    /// Identifies the key, for example to revoke it.
    public let number: Int
    /// The app whose events it may send.
    public let appID: String
    /// A name that says what the key is for; may be empty.
    public let name: String
    /// When it was created (RFC 3339, UTC).
    public let createdAt: String
    /// When it was last used (RFC 3339, UTC), accurate to about a minute; nil if never.
    public let lastUsedAt: String?
    /// When it was revoked (RFC 3339, UTC); nil while it is valid.
    public let revokedAt: String?
    /// SHA-256 of the random bits as base64url text.
    let sha256: [UInt8]
}

extension CollectorKey {
    /// The text that a client sends: the number of a key and its random bits.
    public struct Secret: Sendable, CustomStringConvertible {
        private static let prefix = "bw"
        private static let bitCount = 256

        /// The number of the key that the client claims to hold.
        public let number: Int
        private let bits: String

        /// Parses a key; nil if the text does not have its form.
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == Self.prefix, parts[1].utf8.count <= 18, let number = Int(parts[1]),
                !parts[2].isEmpty, parts[2].utf8.count <= 64
            else { return nil }
            self.number = number
            bits = String(parts[2])
        }

        /// Creates a secret from its parts.
        init(number: Int, bits: String) {
            self.number = number
            self.bits = bits
        }

        /// Returns 256 random bits in base64url.
        static func randomBits() -> String {
            let key = SymmetricKey(size: SymmetricKeySize(bitCount: bitCount))
            return key.withUnsafeBytes { base64URL(Array($0)) }
        }

        /// Returns the SHA-256 of the base64url text of the bits.
        static func sha256(of bits: String) -> [UInt8] { Array(SHA256.hash(data: Array(bits.utf8))) }

        /// The key as a client sends it. Show it once, to the person who created it, and never log it.
        public var description: String { "\(Self.prefix)_\(number)_\(bits)" }

        /// Returns a path with the numbers of keys in place of the keys.
        static func masked(inPath path: String) -> String {
            path.split(separator: "/", omittingEmptySubsequences: false)
                .map { part in Self(part).map { "\(prefix)_\($0.number)" } ?? String(part) }.joined(separator: "/")
        }

        /// Returns whether this is the secret of `key`. Compares in constant time.
        public func opens(_ key: CollectorKey) -> Bool {
            let hash = Self.sha256(of: bits)
            guard hash.count == key.sha256.count else { return false }
            return zip(hash, key.sha256).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        }

        private static func base64URL(_ bytes: [UInt8]) -> String {
            let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
            return String(
                stride(from: 0, to: bits.count, by: 6).map { start in
                    digits[(start..<start + 6).reduce(0) { $0 << 1 | ($1 < bits.count ? Int(bits[$1]) : 0) }]
                })
        }
    }
}
