/// A window of the metrics in the form in which users write it: a whole number of `d`ays, `h`ours, `m`inutes or
/// `s`econds.
struct SettingDuration: Sendable, Hashable, CustomStringConvertible {
    /// The length, from 1 second to ten years.
    let seconds: Int

    private static let units: [(letter: Character, seconds: Int)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]

    init(seconds: Int) { self.seconds = seconds }

    /// Parses `7d`, `36h`, `90m` or `45s`. Returns nil for any other text, such as a number without a unit, and for 0
    /// or more than ten years.
    init?(_ text: String) {
        guard let unit = Self.units.first(where: { text.hasSuffix(String($0.letter)) }) else { return nil }
        let digits = text.dropLast()
        guard !digits.isEmpty, digits.utf8.count <= 9, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits)
        else { return nil }
        seconds = number * unit.seconds
        guard (1...Self.longest).contains(seconds) else { return nil }
    }

    private static let longest = 3_660 * 86_400

    /// The duration in the largest unit in which it is a whole number.
    var description: String {
        let unit = Self.units.first { seconds.isMultiple(of: $0.seconds) }!
        return "\(seconds / unit.seconds)\(unit.letter)"
    }
}
