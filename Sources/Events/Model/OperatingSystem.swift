/// The operating systems that the contract knows; the raw value is the spelling that is kept and shown.
public enum OSName: String, CaseIterable, Sendable {
    case iOS
    case iPadOS
    case tvOS
    case watchOS
    case visionOS
    case macOS
    case android = "Android"
    case web
}

/// The operating system of a device, with its version.
public struct OperatingSystem: Sendable, Hashable {
    /// Which system it is.
    public var name: OSName
    /// The first part of the version, 0…999.
    public var major: Int16
    /// The second part of the version, 0…999; 0 where it was not written.
    public var minor: Int16
    /// The third part of the version, 0…999; 0 where it was not written.
    public var patch: Int16

    /// The system `name` in the version `major.minor.patch`.
    public init(name: OSName, major: Int16, minor: Int16 = 0, patch: Int16 = 0) {
        self.name = name
        self.major = major
        self.minor = minor
        self.patch = patch
    }
}

extension OSName {
    /// The system called `word` in any case of the ASCII letters; nil when there is none.
    init?(utf8 word: Bytes) {
        guard let name = Self.candidate(utf8: word), word.spellsIgnoringCase(name.rawValue) else { return nil }
        self = name
    }

    /// The one system that `word` can be, by its length and, where two share it, one letter.
    private static func candidate(utf8 word: Bytes) -> OSName? {
        switch word.count {
        case 3: word[0] | 0x20 == UInt8(ascii: "i") ? .iOS : .web
        case 4: .tvOS
        case 5: .macOS
        case 6: .iPadOS
        case 7: word[0] | 0x20 == UInt8(ascii: "w") ? .watchOS : .android
        case 8: .visionOS
        default: nil
        }
    }
}
