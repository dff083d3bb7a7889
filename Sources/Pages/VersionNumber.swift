/// A version that compares by its numbers, so that 17.10 comes after 17.9. Versions that contain anything but numbers
/// sort before all others, as text.
struct VersionNumber: Comparable {
    private let numbers: [Int]
    let text: String

    /// Parses a version such as `17.4`.
    init(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        numbers = parts.contains(nil) ? [] : parts.compactMap { $0 }
        self.text = text
    }

    /// The version with only the first number; the version itself if it is not numeric.
    var major: VersionNumber { numbers.first.map { VersionNumber(String($0)) } ?? self }

    /// Whether the first version is older.
    static func < (first: VersionNumber, second: VersionNumber) -> Bool {
        if first.numbers != second.numbers { return first.numbers.lexicographicallyPrecedes(second.numbers) }
        return first.text < second.text
    }

    /// Whether both have the same numbers; for versions that are not numeric, the same text.
    static func == (first: VersionNumber, second: VersionNumber) -> Bool {
        first.numbers == second.numbers && (!first.numbers.isEmpty || first.text == second.text)
    }
}
