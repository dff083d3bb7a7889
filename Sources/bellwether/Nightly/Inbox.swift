import Foundation
import Glibc
import Ingest

/// The folder that nightly runs take files of events from, and where these go: into its folder `done` once they are
/// committed, into `failed` with a note where they can't be read.
struct Inbox {
    let path: String

    /// The folder at `path`, which must be there.
    init(path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(
                status: 66, description: "There is no folder \(path): make it, or name the inbox with --inbox.")
        }
        self.path = path
    }

    /// What it holds, in the order of the names' bytes; files of other names than those of events are left alone, such as
    /// those that are still being written.
    func sources() throws -> [Source] { try Source.inFolder(path) }

    /// Puts a file where those are that are in the log, if it is still as it was before it was read: another one that took
    /// its name meanwhile, or what was added to it, is for the next night. Whether it did.
    func keep(_ source: Source, asItWas before: FileState?) throws -> Bool {
        guard FileState(source) == before else { return false }
        return try move(source, to: "done") != nil
    }

    /// Puts a file where those are that somebody must look at, with a sentence that says why. Does nothing where it is gone.
    func setAside(_ source: Source, because sentence: String) throws {
        guard let place = try move(source, to: "failed") else { return }
        do {
            try Data((sentence + "\n").utf8).write(to: URL(fileURLWithPath: place + ".txt"))
        } catch {
            throw Failure.output(place + ".txt", errno)
        }
    }

    /// Where it is then; nil if it is gone.
    private func move(_ source: Source, to name: String) throws -> String? {
        let folder = path + "/" + name
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw Failure.output(folder, errno) }
        let place = free(folder + "/" + URL(fileURLWithPath: source.path).lastPathComponent)
        if source.withPath({ rename($0, place) }) == 0 { return place }
        guard errno == ENOENT else { throw Failure.output(place, errno) }
        return nil
    }

    /// The path, or with a number behind it where that is taken.
    private func free(_ path: String) -> String {
        var (candidate, number) = (path, 2)
        while access(candidate, F_OK) == 0 {
            candidate = "\(path).\(number)"
            number += 1
        }
        return candidate
    }
}

/// What tells a file from another one of its name, and from itself before it was written to.
struct FileState: Equatable {
    private let device: UInt
    private let inode: UInt
    private let size: Int
    private let changed: [Int]

    /// Of the file at a source's path; nil if there is none.
    init?(_ source: Source) {
        var status = stat()
        guard source.withPath({ stat($0, &status) }) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        changed = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
}
