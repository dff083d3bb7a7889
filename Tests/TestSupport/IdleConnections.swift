import Glibc

/// Many connections to a server on this machine that send nothing. Those that the server doesn't accept stay in the
/// listen backlog.
public final class IdleConnections {
    private let descriptors: [Int32]

    /// Starts `count` connections without waiting for them to complete.
    public init(_ count: Int, port: Int) {
        descriptors = (0..<count).map { _ in
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            _ = withLoopback(port: port) { connect(descriptor, $0, $1) }
            return descriptor
        }
    }

    /// The number of connections; fewer than requested if the process reached its limit of open files.
    public var count: Int { descriptors.count { $0 >= 0 } }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// Raises this process's limit of open files to the maximum allowed, and returns it.
    public static func raiseLimit() -> Int {
        var limits = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        limits.rlim_cur = limits.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        return Int(clamping: limits.rlim_cur)
    }
}
