extension [UInt8] {
    /// Appends all hexadecimal digits of a number.
    mutating func append(
        hexadecimal number: some FixedWidthInteger, _ digits: StaticString = "0123456789abcdef"
    ) {
        for shift in stride(from: number.bitWidth - 4, through: 0, by: -4) {
            append(digits.utf8Start[Int(truncatingIfNeeded: number >> shift) & 15])
        }
    }
}
