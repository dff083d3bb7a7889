/// The operating systems that the event contract accepts. The raw value is the spelling that is stored and shown.
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

/// A device's operating system and its version.
public struct OperatingSystem: Sendable, Hashable {
    public var name: OSName
    /// The first part of the version, 0…999.
    public var major: Int16
    /// The second part of the version, 0…999; 0 if it was not given.
    public var minor: Int16
    /// The third part of the version, 0…999; 0 if it was not given.
    public var patch: Int16

    public init(name: OSName, major: Int16, minor: Int16 = 0, patch: Int16 = 0) {
        self.name = name
        self.major = major
        self.minor = minor
        self.patch = patch
    }
}

extension OSName {
    /// The position among all cases, from 0.
    var place: Int {
        switch self {
        case .iOS: 0
        case .iPadOS: 1
        case .tvOS: 2
        case .watchOS: 3
        case .visionOS: 4
        case .macOS: 5
        case .android: 6
        case .web: 7
        }
    }

    /// Looks up the system by its name, ignoring ASCII case; nil if there is none. Eight bytes must be readable at the
    /// start of `word`.
    @inline(__always)
    init?(utf8 word: Bytes) {
        guard let start = word.baseAddress, word.count <= 8 else { return nil }
        switch EightBytes(at: start, count: word.count).lowercased {
        case EightBytes("ios"): self = .iOS
        case EightBytes("ipados"): self = .iPadOS
        case EightBytes("tvos"): self = .tvOS
        case EightBytes("watchos"): self = .watchOS
        case EightBytes("visionos"): self = .visionOS
        case EightBytes("macos"): self = .macOS
        case EightBytes("android"): self = .android
        case EightBytes("web"): self = .web
        default: return nil
        }
    }
}
