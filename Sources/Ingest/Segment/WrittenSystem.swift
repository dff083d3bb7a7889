import Events

/// Operating systems as the libraries of other products write them. The macros `contract_os_name`,
/// `contract_os_version` and `is_contract_os` of the import recipes (docs/examples/import/contract.sql) read files in
/// the same way.
enum WrittenSystem {
    private static let names: [String: OSName] = [
        "ios": .iOS, "iphoneos": .iOS, "ipados": .iPadOS, "tvos": .tvOS, "appletvos": .tvOS, "watchos": .watchOS,
        "visionos": .visionOS, "macos": .macOS, "macosx": .macOS, "osx": .macOS, "android": .android,
        "kindle": .android,
    ]
    /// Android's versions by their letters and API levels, which some products write instead.
    private static let androidVersions = [
        "L": "5", "21": "5", "22": "5", "M": "6", "23": "6", "N": "7", "24": "7", "25": "7", "O": "8", "26": "8",
        "27": "8", "P": "9", "28": "9", "Q": "10", "29": "10", "R": "11", "30": "11", "S": "12", "31": "12", "32": "12",
        "T": "13", "33": "13", "U": "14", "34": "14", "V": "15", "35": "15", "36": "16", "37": "17",
    ]

    /// Returns the event format's spelling of a name, such as `iOS` for `iPhone OS`; an unknown name unchanged.
    static func name(_ written: String) -> String {
        let letters = String(written.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) })
        return names[letters]?.rawValue ?? written
    }

    /// Returns the version of the system `name` in a text: the first number, such as `18.0` in `iOS 18.0 beta`, or of
    /// Android also its letter or its API level, `7` for `Android (N)` and `14` for `34`; other texts unchanged.
    static func version(_ written: String, of name: String?) -> String {
        let number = number(in: written)
        guard name.map(Self.name) == OSName.android.rawValue else { return number ?? written }
        let found = number ?? written.firstMatch(of: /\(([L-V])\)/).map { String($0.output.1) }
        return found.map { androidVersions[$0] ?? $0 } ?? written
    }

    /// Whether the event format has this name and version, both as converted by this type. A whole number from 21 on is
    /// no version of Android but an API level.
    static func isKnown(name: String?, version: String?) -> Bool {
        guard let system = name.flatMap({ OSName(rawValue: $0) }), let version else { return false }
        guard version.utf8.first.map(isDigit) == true else { return false }
        return system != .android || (Int(version) ?? 0) < 21
    }

    /// Returns the first version number in a text; nil if it has no digits.
    private static func number(in written: String) -> String? {
        let bytes = Array(written.utf8)
        guard let start = bytes.firstIndex(where: isDigit) else { return nil }
        var (end, parts) = (endOfPart(bytes, start), 1)
        while parts < 3, bytes[end...].first == UInt8(ascii: "."), bytes[end...].dropFirst().first.map(isDigit) == true
        {
            end = endOfPart(bytes, end + 1)
            parts += 1
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Returns the end of the one to three digits at `start`.
    private static func endOfPart(_ bytes: [UInt8], _ start: Int) -> Int {
        bytes[start...].prefix(3).prefix(while: isDigit).endIndex
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
