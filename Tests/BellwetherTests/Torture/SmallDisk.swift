import Foundation
import Glibc
import TestSupport

/// A small, resizable file system in memory (tmpfs).
struct SmallDisk {
    let path: String

    /// Why this machine can't mount one; nil if it can.
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

    /// Why a mount can't be hidden from other processes; nil if it can. It fails where the root isn't a mount point,
    /// for example in a plain `chroot`.
    static let obstacleToPrivacy: String? =
        obstacle ?? ((try? run("unshare", "--mount", "true")) == nil ? "unshare --mount can't hide a mount here" : nil)

    /// Mounts an empty file system at a path, which is created; `owner` is its user id.
    init(_ path: String, megabytes: Int, owner: uid_t) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=0700,uid=\(owner)", "tmpfs", path)
    }

    func resize(megabytes: Int) throws {
        try Self.run("mount", "-o", "remount,size=\(megabytes)m", path)
    }

    /// Space in use, in megabytes rounded up.
    var used: Int {
        var state = statvfs()
        guard statvfs(path, &state) == 0 else { return 0 }
        return ((Int(state.f_blocks) - Int(state.f_bfree)) * Int(state.f_frsize)) / 1_048_576 + 1
    }

    func remove() { try? Self.run("umount", "--lazy", path) }

    private static func run(_ words: String...) throws {
        let process = try spawn(["/usr/bin/env"] + words, ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
