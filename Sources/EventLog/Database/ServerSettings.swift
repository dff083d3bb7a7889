import Foundation

/// The server's settings, as the file that PostgreSQL reads them from.
struct ServerSettings: Sendable {
    /// What PostgreSQL's own `postgresql.conf` is made to end with.
    static let include = """

        include_if_exists = 'bellwether.conf'
        # Settings below this line override those of that file.

        """

    /// How parallel workers share memory: `posix` needs `/dev/shm`, which is 64 MB or missing in many containers, and
    /// a query fails in the middle when it is full; `mmap` uses files in the data folder.
    let dynamicSharedMemory: String

    /// Settings for a machine whose POSIX shared memory is in `sharedMemory`.
    init(sharedMemory: String = "/dev/shm") {
        let free = freeBytes(in: sharedMemory) ?? 0
        var state = stat()
        // Root may write anywhere, but root's server is run by another account.
        let isOpenToAll = stat(sharedMemory, &state) == 0 && state.st_mode & 0o002 != 0
        self.dynamicSharedMemory = isOpenToAll && free >= 512 << 20 ? "posix" : "mmap"
    }

    /// The text of `bellwether.conf`.
    ///
    /// The socket folder is given relative to the data folder, where PostgreSQL works: so the path is short and plain
    /// wherever the cluster is. What is logged holds no value of anybody's data.
    var text: String {
        """
        # Written anew whenever bellwether starts the server: settings of your own belong at the end of postgresql.conf.
        listen_addresses = ''
        port = 5432
        unix_socket_directories = '../run'
        unix_socket_permissions = 0700
        max_connections = 100
        cluster_name = 'bellwether'
        timezone = 'UTC'
        log_timezone = 'UTC'
        shared_buffers = 256MB
        effective_cache_size = 1GB
        work_mem = 32MB
        maintenance_work_mem = 256MB
        dynamic_shared_memory_type = \(dynamicSharedMemory)
        huge_pages = off
        max_wal_size = 2GB
        checkpoint_timeout = 15min
        jit = off
        logging_collector = off
        log_destination = 'stderr'
        log_line_prefix = '%m [%p] '
        log_checkpoints = off
        log_autovacuum_min_duration = -1
        log_error_verbosity = terse
        log_min_error_statement = panic

        """
    }
}

/// Bytes that an ordinary user may still write on the file system of a path; nil if that can't be found out.
func freeBytes(in path: String) -> UInt64? {
    var state = statvfs()
    guard statvfs(path, &state) == 0 else { return nil }
    return UInt64(state.f_bavail) * UInt64(state.f_frsize)
}
