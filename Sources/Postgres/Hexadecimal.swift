extension Sequence<UInt8> {
    /// Two digits a byte, lower case, as `encode(…, 'hex')` gives them.
    package var hex: String {
        map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }
}
