import Foundation
import Glibc
import Pages

/// The folder in which reports are published. It holds one subfolder for each run, `latest`, a relative symbolic link to
/// the newest, and `reports.html`, a list of all.
public struct ReportFolder: Sendable {
    let path: String
    private let kept: Int

    /// Uses the folder at `path`; `publish` creates it if it is missing, and deletes all but the newest `kept` reports
    /// (at least 1).
    public init(path: String, keeping kept: Int = 30) {
        self.path = path
        self.kept = max(kept, 1)
    }

    /// Writes a report to a temporary folder, flushes it to disk, renames it, and atomically points `latest` to it.
    /// Readers of `latest` see either the complete old report or the complete new one.
    ///
    /// - Parameter time: when the report was made; the run's folder is named `report-` plus this. If that name is
    ///   taken, a number is appended.
    /// - Returns: the path of the run's folder.
    /// - Throws: `ReportError` with status 73 if a file can't be written; `latest` then still points to the old report.
    public func publish(_ report: Report, at time: String) throws(ReportError) -> String {
        try publish(report.files, at: time)
    }

    /// Publishes any files in the same way.
    func publish(_ files: [(path: String, text: String)], at time: String) throws(ReportError) -> String {
        let name = ReportName.runPrefix + time
        try make(path)
        let lock = try lock()
        defer { close(lock) }
        try removeRemains()
        let partial = path + "/" + Self.partialPrefix + name
        try make(partial)
        for file in files { try write(file.text, to: partial + "/" + file.path) }
        for file in files { try synchronize(partial + "/" + file.path) }
        for folder in Self.folders(of: files.map(\.path)) { try synchronize(partial + "/" + folder) }
        let run = path + "/" + free(name)
        try check(rename(partial, run), run)
        try link(to: run)
        // First, so that a power failure can't leave the old reports deleted and `latest` still pointing to one of them.
        try synchronize(path)
        removeOldRuns(but: run)
        try writeList()
        return run
    }

    /// Returns the folders that hold files with these relative paths; the empty path is the report's own folder.
    private static func folders(of paths: [String]) -> Set<String> {
        paths.reduce(into: [""]) { folders, path in
            for slash in path.indices where path[slash] == "/" { folders.insert(String(path[..<slash])) }
        }
    }

    static let partialPrefix = ".partial-"

    /// Waits for the folder's lock, so that only one process publishes at a time. Returns the descriptor to close. The
    /// kernel releases the lock if the process dies.
    private func lock() throws(ReportError) -> Int32 {
        let lockPath = path + "/.lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        try check(descriptor, lockPath)
        while flock(descriptor, LOCK_EX) < 0 {
            guard errno == EINTR else { throw ReportError.unwritable(lockPath, errno) }
        }
        return descriptor
    }

    /// Deletes partial folders left by runs that were killed.
    private func removeRemains() throws(ReportError) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
        for name in names where name.hasPrefix(Self.partialPrefix) {
            try? FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }

    /// Deletes all but the newest `kept` reports, by modification time. Ignores errors. Skips folders without a
    /// `manifest.json`: they have a report's name but are not reports.
    private func removeOldRuns(but newest: String) {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: path)) ?? []
        let runs = names.filter { $0.hasPrefix(ReportName.runPrefix) }.map { path + "/" + $0 }
            .filter { $0 != newest && access($0 + "/manifest.json", F_OK) == 0 }
        let dated = runs.map { run in (run, (try? files.attributesOfItem(atPath: run)[.modificationDate]) as? Date) }
        let newestFirst = dated.sorted { ($0.1 ?? .distantPast, $0.0) > ($1.1 ?? .distantPast, $1.0) }
        for (run, _) in newestFirst.dropFirst(kept - 1) { try? files.removeItem(atPath: run) }
    }

    /// Returns `name`, or if it is taken `name-2`, `name-3` and so on.
    private func free(_ name: String) -> String {
        var candidate = name
        var number = 2
        while access(path + "/" + candidate, F_OK) == 0 {
            candidate = "\(name)-\(number)"
            number += 1
        }
        return candidate
    }

    func write(_ text: String, to file: String) throws(ReportError) {
        try make(String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]))
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        try check(descriptor, file)
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            try check(Int32(clamping: count), file)
            rest = rest.dropFirst(count)
        }
        // Starts writeback now, so that the fsync calls that follow don't wait for the disk one file after another.
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    }

    /// Points `latest` to the run's folder: creates a new link and renames it over the old one, which is atomic.
    private func link(to run: String) throws(ReportError) {
        let temporary = path + "/" + Self.partialPrefix + "latest"
        unlink(temporary)
        let target = String(run.dropFirst(path.count + 1))
        try check(symlink(target, temporary), temporary)
        try check(rename(temporary, path + "/latest"), path + "/latest")
    }

    private func make(_ folder: String) throws(ReportError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ReportError.unwritable(folder, errno == 0 ? EACCES : errno)
        }
    }

    /// Flushes a file's content, or a folder's list of entries, to disk.
    private func synchronize(_ path: String) throws(ReportError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try check(descriptor, path)
        defer { close(descriptor) }
        try check(fsync(descriptor), path)
    }

    /// Throws if a system call returned a negative code; `errno` says why.
    func check(_ code: Int32, _ path: String) throws(ReportError) {
        if code < 0 { throw ReportError.unwritable(path, errno) }
    }
}
