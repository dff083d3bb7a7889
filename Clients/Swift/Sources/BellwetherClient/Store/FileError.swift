import Foundation

/// A value of `errno`.
package struct FileError: Error, Hashable {
    let code: Int32

    /// The error of the system call that just failed.
    static var last: FileError { FileError(code: errno) }
    /// Whether the file or folder does not exist.
    var isAbsent: Bool { code == ENOENT }
    /// Whether the file can't be read yet, because the device has not been unlocked since it started.
    var isLocked: Bool { code == EPERM || code == EACCES }
    /// Whether another process holds the folder.
    var isInUse: Bool { code == EWOULDBLOCK }
}
