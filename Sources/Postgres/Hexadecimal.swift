extension Sequence<UInt8> {
    /// Two lower-case hexadecimal digits per byte, as PostgreSQL's `encode(…, 'hex')` returns them.
    package var hex: String {
        map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }
}
