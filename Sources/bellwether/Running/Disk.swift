import Glibc

/// The disk of a folder.
enum Disk {
    /// Bytes that an ordinary user may still write there; nil if that can't be found out.
    static func freeBytes(at path: String) -> Int? {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : nil
    }
}
