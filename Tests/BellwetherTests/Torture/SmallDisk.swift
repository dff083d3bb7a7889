import Foundation
import Glibc

/// A file system in memory that is soon full and can grow.
struct SmallDisk {
    let path: String

    /// Why there can be none; nil where it can.
    static let obstacle: String? = {
        guard geteuid() == 0 else { return "mounting a small file system needs root" }
        let folder = NSTemporaryDirectory() + "mount-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard let disk = try? SmallDisk(folder, megabytes: 1, owner: 0) else {
            return "this machine lets nobody mount a small file system"
        }
        disk.remove()
        return nil
    }()

    /// Why none can be mounted that only one program sees; nil where it can. Where the root is no mount point, as in a folder that was
    /// made one by `chroot` alone, nobody can keep what is mounted from all others.
    static let obstacleToPrivacy: String? =
        obstacle ?? ((try? run("unshare", "--mount", "true")) == nil ? "unshare --mount can't hide a mount here" : nil)

    /// An empty one at a path that is made, which belongs to a user.
    init(_ path: String, megabytes: Int, owner: uid_t) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=0700,uid=\(owner)", "tmpfs", path)
    }

    /// Gives it another size.
    func resize(megabytes: Int) throws {
        try Self.run("mount", "-o", "remount,size=\(megabytes)m", path)
    }

    /// Megabytes in use, rounded up.
    var used: Int {
        var state = statvfs()
        guard statvfs(path, &state) == 0 else { return 0 }
        return ((Int(state.f_blocks) - Int(state.f_bfree)) * Int(state.f_frsize)) / 1_048_576 + 1
    }

    func remove() { try? Self.run("umount", "--lazy", path) }

    private static func run(_ words: String...) throws {
        let process = try SpawnedProgram.spawn(["/usr/bin/env"] + words, ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
