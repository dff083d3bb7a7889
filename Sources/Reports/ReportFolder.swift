import Foundation
import Glibc
import Pages

/// The folder in which reports are published. It holds one subfolder for each run, `latest`, a relative symbolic link to
/// the newest, links to the newest of each other selection, and `reports.html`, a list of all.
public struct ReportFolder: Sendable {
    let path: String
    let kept: Int

    /// Uses the folder at `path`; `publish` creates it if it is missing, and deletes all but the newest `kept` reports
    /// (at least 1).
    public init(path: String, keeping kept: Int = 30) {
        self.path = path
        self.kept = max(kept, 1)
    }

    /// Writes a report to a temporary folder, flushes it to disk, renames it, and atomically points a link to it: `latest`,
    /// unless the report is of other days or another app than the nightly reports. Readers of the link see either the
    /// complete old report or the complete new one.
    ///
    /// - Parameters:
    ///   - time: when the report was made; the run's folder is named `report-` plus this. If that name is taken, a number
    ///     is appended.
    ///   - selection: what the report is about.
    ///   - isNightly: whether it is a nightly report.
    ///   - earlier: what `latestRun` was before the report was read. If `latest` points to another report by now and
    ///     that may be of a later state of the log, it stays.
    /// - Returns: the name of the link; if there is none, because `latest` stays, that of the report's folder.
    /// - Throws: `ReportError` with status 73 if a file can't be written; the link then still points to the old report.
    public func publish(
        _ report: Report, at time: String, of selection: ReportSelection, isNightly: Bool = false,
        after earlier: String?
    ) throws(ReportError) -> (name: String, isLinked: Bool) {
        let nightly = nightly
        let isUsual = isNightly || selection == nightly || selection.isUsual && nightly?.isOfAllApps != false
        let link = isUsual || nightly == nil ? ReportName.latest : selection.link
        try make(path)
        let lock = try lock()
        defer { close(lock) }
        let isLinked = link != ReportName.latest || !report.isOvertaken || latestRun == earlier
        let run = try publishLocked(report.files, at: time, as: isLinked ? link : nil)
        if isNightly || isUsual && nightly == nil { remember(selection) }
        return (isLinked ? link : run, isLinked)
    }

    /// Publishes any files in the same way, and returns the name of their folder. If `link` is nil, no link points to
    /// it. The caller holds the lock.
    @discardableResult
    func publishLocked(
        _ files: [(path: String, text: String)], at time: String, as link: String?
    ) throws(ReportError) -> String {
        let name = ReportName.runPrefix + time
        removeRemains()
        let folder = free(name)
        let run = path + "/" + folder
        try place(files, in: run, by: path + "/" + Self.partialPrefix + name)
        if let link { try point(link, to: run) }
        // The report can be read now, so what fails from here on is left to the next one. The link goes to the disk
        // first: a power failure must not leave it pointing to a report that was deleted.
        guard (try? synchronize(path)) != nil else { return folder }
        removeOldRuns(but: run)
        removeDeadLinks()
        try? writeList()
        return folder
    }

    /// Writes the files of a run to a temporary folder, flushes them and renames it. Deletes it if that fails.
    private func place(
        _ files: [(path: String, text: String)], in run: String, by partial: String
    ) throws(ReportError) {
        do throws(ReportError) {
            try make(partial)
            for file in files { try write(file.text, to: partial + "/" + file.path) }
            for file in files { try synchronize(partial + "/" + file.path) }
            for folder in Self.folders(of: files.map(\.path)) { try synchronize(partial + "/" + folder) }
            try check(rename(partial, run), run)
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
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
    func lock() throws(ReportError) -> Int32 {
        let lockPath = path + "/.lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        try check(descriptor, lockPath)
        while flock(descriptor, LOCK_EX) < 0 {
            guard errno == EINTR else { throw ReportError.unwritable(lockPath, errno) }
        }
        return descriptor
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

    /// Points a link to the run's folder: creates a new link and renames it over the old one, which is atomic.
    private func point(_ link: String, to run: String) throws(ReportError) {
        let temporary = path + "/" + Self.partialPrefix + ReportName.latest
        unlink(temporary)
        let target = String(run.dropFirst(path.count + 1))
        try check(symlink(target, temporary), temporary)
        try check(rename(temporary, path + "/" + link), path + "/" + link)
    }

    /// Makes a folder, and those above it, unless it is there.
    private func make(_ folder: String) throws(ReportError) {
        var code = mkdir(folder, 0o777) == 0 ? EEXIST : errno
        if code == ENOENT, let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            try make(String(folder[..<slash]))
            code = mkdir(folder, 0o777) == 0 ? EEXIST : errno
        }
        guard code == EEXIST else { throw ReportError.unwritable(folder, code) }
        guard Self.isFolder(folder) else { throw ReportError.unwritable(folder, ENOTDIR) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Throws if reports can't be written to the folder, as far as can be told before it is done: a missing folder is
    /// made by `publish`.
    public func checkAccess() throws(ReportError) {
        guard access(path, F_OK) == 0 else {
            if errno != ENOENT { throw ReportError.unwritable(path, errno) }
            return
        }
        guard Self.isFolder(path) else { throw ReportError.unwritable(path, ENOTDIR) }
        try check(access(path, W_OK | X_OK), path)
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
