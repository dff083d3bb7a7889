import Events
import TestSupport
import Testing

/// Numbers that are too large, anywhere in an event.
@Suite struct JSONNumberTests {
    /// 2^1024 − 2^970: the smallest number whose nearest double is infinite.
    private static let least =
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692"
        + "887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842"
        + "914819860834936475292719074168444365510704342711559699508093042880177904174497792"
    private static let below = String(least.dropLast()) + "1"
    private static let nines = String(repeating: "9", count: 1_000)
    private static let zeros = String(repeating: "0", count: 1_000)

    private func isTaken(_ number: String) -> Bool {
        let validation = EventValidator.files.validate(EventLine.full.adding("\"x\": [\(number)]"))
        #expect(validation.event == .ofFullLine || validation.reason == .invalidJSON)
        return validation.event != nil
    }

    @Test(arguments: [
        "1e308", "1E+308", "-1e308", "1e-308", "1e0308", "1e-00000308", "0e308", "0.0e-308", "1.7976931348623157e308",
        "1.7976931348623158e308", "-1.7976931348623158e308", "17.976931348623157e307", "0.1e308", "0.00017e308",
        "1\(zeros)e-308".replacing(zeros, with: zeros.prefix(616)),
        below, "\(below).\(nines)", "-\(below)", "\(below)0e-1", "0.\(least)e308", "0.0\(least)e308",
        "\(least.prefix(308))",
        "1\(zeros.prefix(308))", "0.\(zeros)1", "0.\(zeros)\(nines)e308", "0\(".")\(zeros)e308",
    ])
    func aNumberWithAFiniteDoubleAndAnExponentUpTo308IsTaken(number: String) {
        #expect(isTaken(number))
    }

    @Test(arguments: [
        "1e309", "1e-309", "0e309", "0e-309", "-1E+309", "1e400000", "1e-400000", "1e99999999999999999999999999",
        "0.0000001e310",
        "10e-309", "1e00309", "1.7976931348623159e308", "-1.7976931348623159e308", "1.8e308", "2e308", "9.9e308",
        "10e308",
        "0.18e309", "18e307", least, "-\(least)", "\(least).0", "\(least).\(zeros)", "\(least)0e-1",
        "\(least)\(zeros.prefix(308))e-308",
        "1.\(least.dropFirst())e308", "0.\(zeros.prefix(3))\(least)e312", "\(least)1", "1\(zeros.prefix(309))", nines,
        "1\(zeros)",
        "1\(zeros.prefix(617))e-308",
    ])
    func aNumberWithoutAFiniteDoubleOrWithAGreaterExponentIsInvalid(number: String) {
        #expect(!isTaken(number))
    }

    @Test func theBoundIsTheSameHoweverTheNumberIsWritten() {
        for (digits, isFinite) in [(Self.below, true), (Self.least, false)] {
            for point in 1..<309 {
                let text = "\(digits.prefix(point)).\(digits.dropFirst(point))e\(309 - point)"
                #expect(isTaken(text) == isFinite)
            }
            for zeros in 1...308 {
                #expect(isTaken("\(digits)\(Self.zeros.prefix(zeros))e-\(zeros)") == isFinite)
            }
        }
    }

    @Test func theBoundAgreesWithTheStandardLibraryOnRandomNumbersNearIt() {
        var random = SplitMix64(state: 7)
        for _ in 0..<2_000 {
            let kept = Int.random(in: 0...40, using: &random)
            let tail = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            let digits = Self.least.prefix(kept + 1) + tail.joined()
            let text = "\(digits.prefix(1)).\(digits.dropFirst())0e308"
            #expect(isTaken(text) == Double(text)!.isFinite, "\(text)")
        }
    }
}
