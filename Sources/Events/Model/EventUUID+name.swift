import Crypto

extension EventUUID {
    /// Namespace of the ids that other products have for devices, events and people: the version 5 UUID of the name
    /// `segment.com` in the DNS namespace.
    public static let foreignIDs = EventUUID(high: 0x723d_908a_27c6_5c99, low: 0x81e3_7156_8e52_3772)

    /// Creates the version 5 UUID (RFC 9562, section 5.5) of a name, in UTF-8, in a namespace.
    public init(name: some Sequence<UInt8>, in namespace: EventUUID) {
        var hash = Insecure.SHA1()
        for half in [namespace.high, namespace.low] {
            withUnsafeBytes(of: half.bigEndian) { hash.update(bufferPointer: $0) }
        }
        hash.update(data: Array(name))
        let bytes = Array(hash.finalize())
        high = bytes.bigEndianNumber(at: 0) & ~0xF000 | 0x5000
        low = bytes.bigEndianNumber(at: 8) & ~(0b11 << 62) | 0b10 << 62
    }

    /// Creates the id of the installation on a device that another product knows by the id `text`: a UUID is the
    /// installation's own, of any other text it is the version 5 UUID. Nil unless it has 1 to 255 characters.
    public init?(device text: String) {
        var text = text
        guard let id = text.withUTF8({ EventUUID(device: $0) }) else { return nil }
        self = id
    }

    /// As `init(device:)`, of UTF-8.
    init?(device text: Bytes) {
        guard !text.isEmpty, text.hasAtMost(Text.greatestLength) else { return nil }
        self = EventUUID(utf8: text) ?? EventUUID(name: text, in: .foreignIDs)
    }
}

extension [UInt8] {
    /// The number in the 8 bytes from `start` on, most significant first.
    fileprivate func bigEndianNumber(at start: Int) -> UInt64 {
        self[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
