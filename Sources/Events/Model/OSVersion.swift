/// An operating system version as the event contract reads it: up to three parts, each 0…999.
struct OSVersion {
    private(set) var major: Int16 = 0
    private(set) var minor: Int16 = 0
    private(set) var patch: Int16 = 0
    private var hasDot = false

    /// Parses one to three dot-separated numbers of one to three digits. Anything after a following space is ignored,
    /// and missing parts are 0. Returns nil for any other form.
    init?(utf8 text: Bytes) {
        var position = 0
        guard let major = Self.part(of: text, at: &position) else { return nil }
        self.major = major
        hasDot = Self.hasDot(text, at: &position)
        if hasDot {
            guard let minor = Self.part(of: text, at: &position) else { return nil }
            self.minor = minor
            if Self.hasDot(text, at: &position) {
                guard let patch = Self.part(of: text, at: &position) else { return nil }
                self.patch = patch
            }
        }
        guard position == text.count || text[position] == UInt8(ascii: " ") else { return nil }
    }

    /// Whether it is an API level of Android rather than a version: levels of systems still in use begin at 21
    /// (Android 5), versions of Android end well below.
    var isAndroidLevel: Bool { !hasDot && major >= 21 }

    /// Reads up to three digits at `position` and moves it past them; nil if there is no digit.
    private static func part(of text: Bytes, at position: inout Int) -> Int16? {
        let start = position
        var number: Int16 = 0
        while position < min(start + 3, text.count), let digit = text[position].decimalDigit {
            number = number * 10 + Int16(digit)
            position += 1
        }
        return position > start ? number : nil
    }

    /// Moves `position` past a dot, if there is one there, and returns whether there was.
    private static func hasDot(_ text: Bytes, at position: inout Int) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: ".") else { return false }
        position += 1
        return true
    }
}
