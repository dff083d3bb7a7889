import Glibc

/// Queries file systems.
enum Disk {
    /// Returns the bytes that an ordinary user can still write to the file system of `path`; nil if this can't be
    /// determined.
    static func freeBytes(at path: String) -> Int? {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : nil
    }
}
