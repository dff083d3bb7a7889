import Events
import Testing

/// The `sequence` field, which is validated by its numeric value.
@Suite struct SequenceTests {
    private static let zeros = String(repeating: "0", count: 400)

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("-0.0", 0), ("0e5", 0), ("-0e-308", 0), ("0.000", 0), ("1", 1), ("5.0", 5),
            ("5e0", 5),
            ("50e-1", 5), ("0.5e1", 5), ("0.05E+2", 5), ("5.00e+0", 5), ("500000e-5", 5), ("12.5e1", 125),
            ("1e15", 1_000_000_000_000_000),
            ("9007199254740990", 9_007_199_254_740_990), ("9007199254740991", 9_007_199_254_740_991),
            ("9007199254740991.0", 9_007_199_254_740_991), ("90071992547409910e-1", 9_007_199_254_740_991),
            ("9.007199254740991e15", 9_007_199_254_740_991), ("0.0009007199254740991e19", 9_007_199_254_740_991),
            ("7.\(zeros)", 7), ("7\(zeros.prefix(300))e-300", 7), ("0.\(zeros.prefix(300))7e301", 7),
        ] as [(String, Int64)])
    func aWholeNumberUpTo2To53Minus1IsOneHoweverItIsWritten(text: String, value: Int64) {
        #expect(accepted(EventLine.full.with("sequence", text))?.sequence == value)
    }

    @Test(arguments: [
        "9007199254740992", "9007199254740992.0", "9007199254740991.4", "9007199254740991.0000000000000000001", "1e16",
        "1e17",
        "18446744073709551617", "1\(zeros.prefix(300))", "-1", "-1e0", "-0.5", "0.5", "5.5", "5e-1", "55e-1", "1e-308",
        "0.\(zeros)1", "4.\(zeros)1", "\"5\"", "\"\"", "true", "[]", "[5]", "{}",
    ])
    func anyOtherValueIsInvalid(text: String) {
        #expect(complaint(EventLine.full.with("sequence", text)) == "invalid_field sequence")
    }
}
