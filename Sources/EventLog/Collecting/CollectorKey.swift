import Crypto

/// A key with which clients of one app send events over HTTP, as the database knows it.
///
/// The key itself, a text, is `bw_`, its number, `_`, and 256 random bits in base64url (RFC 4648, section 5). Of those bits
/// only the SHA-256 is stored: they are random, so that no slower hash is needed.
public struct CollectorKey: Sendable, Hashable {
    /// By which it is revoked.
    public let number: Int
    /// The app that it opens.
    public let appID: String
    /// What it is for; empty for nothing.
    public let name: String
    /// RFC 3339, in UTC.
    public let createdAt: String
    /// RFC 3339, in UTC, to about a minute; nil if it was never used.
    public let lastUsedAt: String?
    /// RFC 3339, in UTC; nil while it is valid.
    public let revokedAt: String?
    /// Of its random bits.
    let sha256: [UInt8]
}

extension CollectorKey {
    /// What a client sends: the number of a key, and its random bits.
    public struct Secret: Sendable, CustomStringConvertible {
        private static let prefix = "bw"
        private static let bitCount = 256

        /// The number of the key that it claims to be.
        public let number: Int
        private let bits: String

        /// The key that is written so; nil of a text of another form.
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == Self.prefix, parts[1].utf8.count <= 18, let number = Int(parts[1]),
                !parts[2].isEmpty, parts[2].utf8.count <= 64
            else { return nil }
            self.number = number
            bits = String(parts[2])
        }

        /// The key of that number with those bits.
        init(number: Int, bits: String) {
            self.number = number
            self.bits = bits
        }

        /// 256 random bits, as they are written in a key.
        static func randomBits() -> String {
            let key = SymmetricKey(size: SymmetricKeySize(bitCount: bitCount))
            return key.withUnsafeBytes { base64URL(Array($0)) }
        }

        /// SHA-256 of the bits as they are written.
        static func sha256(of bits: String) -> [UInt8] { Array(SHA256.hash(data: Array(bits.utf8))) }

        /// The key as a client writes it. To be shown once, to whoever made it, and never to be logged.
        public var description: String { "\(Self.prefix)_\(number)_\(bits)" }

        /// Whether it is the key; takes the same time whatever it differs in.
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
