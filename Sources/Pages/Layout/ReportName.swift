import Crypto
import Foundation

/// Names in the folder of reports and in a report.
package enum ReportName {
    /// How the name of a report's folder begins; its time follows.
    package static let runPrefix = "report-"
    /// The link to the newest report.
    package static let latest = "latest"
    /// The file that marks a report as stale; it contains the sentence.
    package static let stale = "stale.txt"
    /// Begins what stands for a name that is taken, and for a byte that is not plain. No app's name contains it.
    static let escape = "~"

    /// Returns whether a name consists of ASCII letters, digits and `.-_`.
    package static func isPlain(_ name: String) -> Bool { name.utf8.allSatisfy(isPlain) }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
        default: false
        }
    }

    /// Returns a name for a file: the text with `~` and two hexadecimal digits for each byte that is not plain, or its
    /// checksum if that is too long.
    static func file(_ text: String) -> String {
        let name = text.utf8.map { isPlain($0) ? String(Unicode.Scalar($0)) : escape + hex($0) }.joined()
        return name.utf8.count <= 100 ? name : escape + SHA256.hash(data: Data(text.utf8)).map(hex).joined()
    }

    /// Returns the name, with `~` after it while a taken one differs only by case, which some file systems ignore. Adds
    /// it to those that are taken.
    static func free(_ name: String, among taken: inout Set<String>) -> String {
        var name = name
        while !taken.insert(name.lowercased()).inserted { name += escape }
        return name
    }

    private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    /// Returns whether a plain name means something else where an app's folder is: a file or folder of a report, what
    /// the collector serves beside the pages, a hidden file, or a device of Windows.
    static func isTaken(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix(".") || name.hasSuffix(".") || name.hasPrefix(runPrefix) || name.hasSuffix("-days")
            || [".html", ".json", ".txt"].contains { name.hasSuffix($0) }
            || ["csv", latest, "v1", "b", "schemas", "metrics", "healthz", "readyz"].contains(name)
            || name.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}|(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?/) != nil
    }
}
