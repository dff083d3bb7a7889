import Foundation

/// Third-party client libraries that `script/client-libraries` installs.
public enum ClientLibraries {
    /// The root of the checkout.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    /// The folder of their commands, such as `duckdb`.
    public static let commands = root + "/.build/client-libraries/bin"
    public static let python = commands + "/python3"
    public static let areThere = FileManager.default.fileExists(atPath: python + "-ready-5")
}
