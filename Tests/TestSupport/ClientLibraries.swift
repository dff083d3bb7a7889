import Foundation

/// Third-party client libraries that `script/client-libraries` installs.
public enum ClientLibraries {
    /// The root of the checkout.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    public static let python = root + "/.build/client-libraries/bin/python3"
    public static let areThere = FileManager.default.fileExists(atPath: python + "-ready-3")
}
