import Glibc
import Ingest

/// Moves a file to another volume, where it can't be renamed to: copies it, waits until the copy is on disk, and then
/// removes the original. If it is interrupted, the original is still complete.
struct FileCopy {
    private let source: Source
    private let before: FileState?

    /// - Parameter before: the state that the file must have until it is moved.
    init(of source: Source, asItWas before: FileState?) {
        self.source = source
        self.before = before
    }

    /// Moves the file to `place` in `folder`. Returns false, and leaves it where it is, if it is gone or changed.
    func replaceOriginal(in folder: String, at place: String) throws -> Bool {
        let unfinished = place + ".part"
        do {
            try copy(to: unfinished)
            guard FileState(source) == before else {
                unlink(unfinished)
                return false
            }
            guard rename(unfinished, place) == 0 else { throw Failure.output(place, errno) }
            try sync(folder)
        } catch {
            unlink(unfinished)
            throw error
        }
        guard source.withPath({ unlink($0) }) == 0 else { throw Failure.output(source.path, errno) }
        return true
    }

    private func copy(to place: String) throws {
        let input = source.withPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard input >= 0 else { throw Failure.output(source.path, errno) }
        defer { close(input) }
        let output = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard output >= 0 else { throw Failure.output(place, errno) }
        defer { close(output) }
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = piece.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Failure.output(place, errno) }
            guard count > 0 else { break }
            try Array(piece[..<count]).writeAll(to: output) { .output(place, $0) }
        }
        var status = stat()
        guard fstat(input, &status) == 0, fchmod(output, status.st_mode & 0o777) == 0, fsync(output) == 0 else {
            throw Failure.output(place, errno)
        }
    }

    private func sync(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.output(folder, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure.output(folder, errno) }
    }
}
