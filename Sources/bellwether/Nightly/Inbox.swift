import Foundation
import Glibc
import Ingest

/// The folder from which nightly runs take event files. Files move to its folder `done` after their events are
/// committed, or to `failed`, with a note, if they can't be read.
struct Inbox {
    let path: String

    /// Opens the inbox at `path`. Throws if the folder does not exist.
    init(path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(
                status: 66, description: "There is no folder \(path): create it, or name the inbox with --inbox.")
        }
        self.path = path
    }

    /// Returns the event files in the inbox, ordered by the bytes of their names. Files with other extensions are
    /// ignored, for example those that are still being written.
    func sources() throws -> [Source] { try Source.inFolder(path) }

    /// Endings of files that are still being written.
    private static let unfinished = [".part", ".partial", ".filepart", ".tmp"]

    /// Returns the names of the regular files that `sources` ignores, in alphabetical order. Hidden ones and those that
    /// are still being written are not among them.
    func ignored() throws -> [String] {
        let known = Set(try sources().map(\.path))
        return names.filter { name in
            let file = prefix + name
            let type = try? FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
            return type == .typeRegular && !known.contains(file) && !Self.unfinished.contains(where: name.hasSuffix)
        }
    }

    /// Returns the folders in the inbox that hold event files, which are not read, each with how many it holds.
    func folders() -> [(name: String, files: Int)] {
        names.compactMap { name in
            guard !["done", "failed"].contains(name) else { return nil }
            return (try? Source.named(prefix + name + "/")).map { (name, $0.count) }
        }
    }

    private var prefix: String { path.hasSuffix("/") ? path : path + "/" }

    /// The names in the inbox, except hidden ones, in alphabetical order.
    private var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return all.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Moves an ingested file to `done` and returns true. Returns false if the file changed since `before`: additions
    /// to it, or another file under its name, are left for the next run.
    func keep(_ source: Source, asItWas before: FileState?) throws -> Bool {
        try move(source, asItWas: before, to: "done") != nil
    }

    /// Moves a file to `failed`, and writes a sentence that says why to a note beside it. Returns false, and leaves the
    /// file, if it is gone or changed since `before`.
    func setAside(_ source: Source, asItWas before: FileState?, because sentence: String) throws -> Bool {
        guard let place = try move(source, asItWas: before, to: "failed") else { return false }
        do {
            try Data((sentence + "\n").utf8).write(to: URL(fileURLWithPath: place + ".txt"))
        } catch {
            throw Failure.output(place + ".txt", errno)
        }
        return true
    }

    /// Moves a file to the folder `name` of the inbox, which may be a link to another volume. Returns its new path; nil
    /// if the file is gone or changed since `before`.
    private func move(_ source: Source, asItWas before: FileState?, to name: String) throws -> String? {
        guard FileState(source) == before else { return nil }
        let folder = path + "/" + name
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw Failure.output(folder, errno) }
        guard let file = try HeldFile(source, in: prefix) else { return nil }
        let place = free(folder + "/" + file.name)
        do {
            if file.state == before, try file.move(to: place, in: folder, asItWas: before) { return place }
        } catch {
            try? file.giveBack()
            throw error
        }
        try file.giveBack()
        return nil
    }

    /// Gives the files that a killed run was moving their names back. Returns those of which that failed, and why.
    func giveBackHeld() -> [(source: Source, failure: Failure)] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        var failed: [(source: Source, failure: Failure)] = []
        for name in all.sorted() where name.hasPrefix(HeldFile.prefix) {
            let file = HeldFile(left: name, in: prefix)
            do throws(Failure) { try file.giveBack() } catch { failed.append((file.visible, error)) }
        }
        return failed
    }

    /// Returns the path, with a number appended if it is taken.
    private func free(_ path: String) -> String {
        var (candidate, number) = (path, 2)
        while access(candidate, F_OK) == 0 {
            candidate = "\(path).\(number)"
            number += 1
        }
        return candidate
    }
}

/// Identifies a file and its contents: changes if the file is written to, or replaced by another of the same name.
struct FileState: Equatable {
    private let device: UInt
    private let inode: UInt
    private let size: Int
    private let changed: [Int]

    /// Reads the state of the file at a source's path; nil if there is none.
    init?(_ source: Source) {
        var status = stat()
        guard source.withPath({ stat($0, &status) }) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        changed = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
}
