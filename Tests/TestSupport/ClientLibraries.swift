import Foundation

/// Programs of others, where `script/client-libraries` puts them.
public enum ClientLibraries {
    /// The checkout.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    public static let python = root + "/.build/client-libraries/bin/python3"
    public static let areThere = FileManager.default.fileExists(atPath: python + "-ready-3")
}
