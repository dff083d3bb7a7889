import Foundation
import Glibc
import Ingest

/// A file of the inbox that has a private name while it is moved. So the file that was looked at is the one that is
/// moved, even if another one takes the visible name meanwhile.
struct HeldFile {
    /// What private names begin with. The inbox does not list them.
    static let prefix = ".moving-"

    /// The name that senders see.
    let name: String
    /// The file under that name.
    let visible: Source
    /// The file under its private name; its path for messages is the visible one.
    private let held: Source
    private let folder: String

    /// Takes its visible name from a file in `folder`, a path with a slash at the end. Returns nil if the file is gone.
    init?(_ source: Source, in folder: String) throws(Failure) {
        self.init(URL(fileURLWithPath: source.path).lastPathComponent, source, folder)
        var status = stat()
        guard held.withPath({ lstat($0, &status) }) != 0 else { throw Failure.output(source.path, EEXIST) }
        let code = source.withPath { from in held.withPath { to in rename(from, to) } }
        guard code == 0 else {
            guard errno == ENOENT else { throw Failure.output(source.path, errno) }
            return nil
        }
    }

    /// Finds a file that a run left under the private name `left` because it was killed.
    init(left: String, in folder: String) {
        let name = String(left.dropFirst(Self.prefix.count))
        self.init(name, .file(path: folder + name), folder)
    }

    private init(_ name: String, _ visible: Source, _ folder: String) {
        (self.name, self.visible, self.folder) = (name, visible, folder)
        held = .file(path: visible.path, bytes: Array((folder + Self.prefix + name).utf8CString))
    }

    /// The state of the file; nil if it can't be read, like a link that leads nowhere.
    var state: FileState? { FileState(held) }

    /// Moves the file to `place` in the folder `other`, which may be on another volume. Returns false, and leaves the
    /// file, if its state is no longer `before`.
    func move(to place: String, in other: String, asItWas before: FileState?) throws -> Bool {
        if held.withPath({ rename($0, place) }) == 0 { return true }
        guard errno == EXDEV else { throw Failure.output(place, errno) }
        return try FileCopy(of: held, asItWas: before).replaceOriginal(in: other, at: place)
    }

    /// Gives the file its visible name back. If another file has that by now, or if the volume can't tell, it gets the
    /// same name with `again-` before it, which no sender writes. Replaces no file.
    func giveBack() throws(Failure) {
        guard !takesVisibleName() else { return }
        var other = "again-" + name
        while access(folder + other, F_OK) == 0 { other = "again-" + other }
        let place = folder + other
        guard held.withPath({ rename($0, place) }) == 0 else { throw Failure.output(place, errno) }
    }

    /// Renames the file to its visible name unless another file has it. Returns false if one has, or if neither of the
    /// two ways is possible: some volumes have only links, which can't be made to folders.
    private func takesVisibleName() -> Bool {
        held.withPath { from in
            visible.withPath { to in
                if Self.renameUnlessTaken(from, to) == 0 { return true }
                guard errno != EEXIST, link(from, to) == 0 else { return false }
                unlink(from)
                return true
            }
        }
    }

    /// Calls `renameat2`, which Swift does not import from the C library, with RENAME_NOREPLACE (1).
    private static func renameUnlessTaken(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 {
        typealias Call = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
        guard let address = dlsym(nil, "renameat2") else { return -1 }
        return unsafeBitCast(address, to: Call.self)(AT_FDCWD, from, AT_FDCWD, to, 1)
    }
}
