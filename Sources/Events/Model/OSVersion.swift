/// The version of an operating system as the contract reads it: up to three parts, each 0…999.
struct OSVersion {
    private(set) var major: Int16 = 0
    private(set) var minor: Int16 = 0
    private(set) var patch: Int16 = 0

    /// The version that `text` begins with: one to three parts of one to three digits with dots between, then the end,
    /// or a space and anything; nil for another form.
    init?(utf8 text: Bytes) {
        var position = 0
        guard let major = Self.part(of: text, at: &position) else { return nil }
        self.major = major
        if Self.hasDot(text, at: &position) {
            guard let minor = Self.part(of: text, at: &position) else { return nil }
            self.minor = minor
            if Self.hasDot(text, at: &position) {
                guard let patch = Self.part(of: text, at: &position) else { return nil }
                self.patch = patch
            }
        }
        guard position == text.count || text[position] == UInt8(ascii: " ") else { return nil }
    }

    /// The number of one to three digits at `position`, which moves behind it; nil where no digit stands.
    private static func part(of text: Bytes, at position: inout Int) -> Int16? {
        let start = position
        var number: Int16 = 0
        while position < min(start + 3, text.count), let digit = text[position].decimalDigit {
            number = number * 10 + Int16(digit)
            position += 1
        }
        return position > start ? number : nil
    }

    /// Whether a dot stands at `position`, which then moves behind it.
    private static func hasDot(_ text: Bytes, at position: inout Int) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: ".") else { return false }
        position += 1
        return true
    }
}
