/// A version by its numbers; what is no number sorts below, as text.
struct VersionNumber: Comparable {
    private let numbers: [Int]
    private let text: String

    /// The version of a text such as `17.4`.
    init(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        numbers = parts.contains(nil) ? [] : parts.compactMap { $0 }
        self.text = text
    }

    /// The first number alone; of a version that is no number, the version itself.
    var major: VersionNumber { numbers.first.map { VersionNumber(String($0)) } ?? self }

    /// Whether the first is the older one.
    static func < (first: VersionNumber, second: VersionNumber) -> Bool {
        if first.numbers != second.numbers { return first.numbers.lexicographicallyPrecedes(second.numbers) }
        return first.text < second.text
    }

    /// Whether both have the same numbers, or without numbers the same text.
    static func == (first: VersionNumber, second: VersionNumber) -> Bool {
        first.numbers == second.numbers && (!first.numbers.isEmpty || first.text == second.text)
    }
}
