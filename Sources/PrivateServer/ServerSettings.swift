import Foundation

/// The server's settings: the text of `bellwether.conf`.
struct ServerSettings: Sendable {
    /// The lines that are appended to PostgreSQL's `postgresql.conf`.
    static let include = """

        include_if_exists = 'bellwether.conf'
        # Settings below this line override those of that file.

        """

    /// How parallel workers share memory. `posix` needs `/dev/shm`, which many containers lack or limit to 64 MB; a
    /// query fails halfway when it is full. `mmap` uses files in the data folder.
    let dynamicSharedMemory: String

    /// Chooses settings for a machine with POSIX shared memory in the folder `sharedMemory`.
    init(sharedMemory: String = "/dev/shm") {
        let free = freeBytes(in: sharedMemory) ?? 0
        var state = stat()
        // Checks the mode instead of our own access: root may write anywhere, but root's server runs as another
        // account.
        let isOpenToAll = stat(sharedMemory, &state) == 0 && state.st_mode & 0o002 != 0
        self.dynamicSharedMemory = isOpenToAll && free >= 512 << 20 ? "posix" : "mmap"
    }

    /// The text of `bellwether.conf`.
    ///
    /// The socket folder is relative to the data folder, PostgreSQL's working directory, so the path is short and has
    /// no special characters wherever the folder is. The log contains no values from the data.
    var text: String {
        """
        # Rewritten whenever bellwether starts the server: put your own settings at the end of postgresql.conf.
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

/// Returns how many bytes an ordinary user can still write to the path's file system; nil if unknown.
func freeBytes(in path: String) -> UInt64? {
    var state = statvfs()
    guard statvfs(path, &state) == 0 else { return nil }
    return UInt64(state.f_bavail) * UInt64(state.f_frsize)
}
