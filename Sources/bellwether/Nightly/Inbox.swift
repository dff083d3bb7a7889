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

    /// Puts a file where those are that are in the log.
    func keep(_ source: Source) throws { _ = try move(source, to: "done") }

    /// Puts a file where those are that somebody must look at, with a sentence that says why.
    func setAside(_ source: Source, because sentence: String) throws {
        let place = try move(source, to: "failed")
        do {
            try Data((sentence + "\n").utf8).write(to: URL(fileURLWithPath: place + ".txt"))
        } catch {
            throw Failure.output(place + ".txt", errno)
        }
    }

    private func move(_ source: Source, to name: String) throws -> String {
        let folder = path + "/" + name
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw Failure.output(folder, errno) }
        let place = free(folder + "/" + URL(fileURLWithPath: source.path).lastPathComponent)
        guard source.withPath({ rename($0, place) }) == 0 else { throw Failure.output(place, errno) }
        return place
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
