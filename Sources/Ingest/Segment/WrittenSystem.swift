import Events

/// Operating systems as the libraries of other products write them. The macros `contract_os_name` and
/// `contract_os_version` of the import recipes (docs/examples/import/contract.sql) read files in the same way.
enum WrittenSystem {
    private static let names: [String: OSName] = [
        "ios": .iOS, "iphoneos": .iOS, "ipados": .iPadOS, "tvos": .tvOS, "appletvos": .tvOS, "watchos": .watchOS,
        "visionos": .visionOS, "macos": .macOS, "macosx": .macOS, "osx": .macOS, "android": .android,
    ]

    /// Returns the event format's spelling of a name, such as `iOS` for `iPhone OS`; an unknown name unchanged.
    static func name(_ written: String) -> String {
        let letters = String(written.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) })
        return names[letters]?.rawValue ?? written
    }

    /// Returns the first version number in a text, such as `18.0` in `iOS 18.0 beta`; a text without digits unchanged.
    static func version(_ written: String) -> String {
        let bytes = Array(written.utf8)
        guard let start = bytes.firstIndex(where: isDigit) else { return written }
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
