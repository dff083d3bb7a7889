import Foundation

/// Why the private server can't be used, as one sentence: what failed, on what, and what to do.
public struct ServerError: Error, CustomStringConvertible, Equatable {
    public let description: String
    /// 69 if the database can't be reached, 73 if the folder can't be written, 75 if another command holds a lock.
    public let exitStatus: Int32

    /// The database can't be reached (69).
    static func unavailable(_ sentence: String) -> ServerError {
        ServerError(description: sentence, exitStatus: 69)
    }

    /// The folder or a file in it can't be created or written (73).
    static func unwritable(_ sentence: String) -> ServerError {
        ServerError(description: sentence, exitStatus: 73)
    }

    /// Another command holds a lock (75).
    static func locked(_ sentence: String) -> ServerError {
        ServerError(description: sentence, exitStatus: 75)
    }

    /// A system call on `path` failed. Reads the reason from `errno`, so create the error right after the call.
    static func system(_ action: String, _ path: String) -> ServerError {
        let reason = String(cString: strerror(errno))
        return .unwritable("can't \(action) \(path): \(reason); give another folder with --data-dir")
    }
}
