extension JSONScanner {
    /// The maximum absolute value of a written exponent.
    private static let greatestExponent = 308

    /// Scans the number at the position (RFC 8259, section 6) and returns it. Throws if the written exponent is outside
    /// −308…308 or the nearest double is infinite.
    mutating func passNumber() throws(JSONFault) -> JSONValue {
        let start = position
        let number = try passWrittenNumber()
        guard !number.isInfiniteAsDouble else {
            position = start
            throw fault(.infiniteNumber)
        }
        return JSONValue(.number, start..<position)
    }

    /// Scans the number at the position and returns its parts.
    mutating func passWrittenNumber() throws(JSONFault) -> WrittenNumber {
        let isNegative = isAt("-")
        if isNegative { position += 1 }
        let start = position
        if isAt("0") { position += 1 } else { try passDigits() }
        if isAt(".") {
            position += 1
            try passDigits()
        }
        let mantissa = bytes.part(start..<position)
        return WrittenNumber(isNegative: isNegative, mantissa: mantissa, exponent: try passExponent())
    }

    private mutating func passDigits() throws(JSONFault) {
        guard next.decimalDigit != nil else { throw fault(.malformedNumber) }
        while next.decimalDigit != nil { position += 1 }
    }

    /// Scans the exponent and returns it; 0 if there is none.
    private mutating func passExponent() throws(JSONFault) -> Int {
        guard isAt("e") || isAt("E") else { return 0 }
        position += 1
        let isNegative = isAt("-")
        if isNegative || isAt("+") { position += 1 }
        let start = position
        try passDigits()
        var exponent = 0
        for digit in bytes.part(start..<position) {
            exponent = exponent * 10 + Int(digit.decimalDigit ?? 0)
            guard exponent <= Self.greatestExponent else {
                position = start
                throw fault(.exponentOutOfRange)
            }
        }
        return isNegative ? -exponent : exponent
    }
}
