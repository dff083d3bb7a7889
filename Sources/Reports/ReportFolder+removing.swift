import Foundation
import Glibc
import Pages

extension ReportFolder {
    /// Deletes partial folders left by runs that were killed.
    func removeRemains() {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
        for name in names where name.hasPrefix(Self.partialPrefix) {
            try? FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }

    /// Deletes all but the newest `kept` reports, by modification time, and that of `latest`. Ignores errors. Skips
    /// folders without a `manifest.json` or with another name than `publish` gives: they may begin like reports but are
    /// somebody's own.
    func removeOldRuns(but newest: String) {
        let files = FileManager.default
        let latest = (try? files.destinationOfSymbolicLink(atPath: path + "/" + ReportName.latest)) ?? ""
        let names = (try? files.contentsOfDirectory(atPath: path)) ?? []
        let runs = names.filter(Self.isRun).map { path + "/" + $0 }
            .filter { $0 != newest && access($0 + "/manifest.json", F_OK) == 0 }
        let dated = runs.map { run in (run, (try? files.attributesOfItem(atPath: run)[.modificationDate]) as? Date) }
        let newestFirst = dated.sorted { ($0.1 ?? .distantPast, $0.0) > ($1.1 ?? .distantPast, $1.0) }
        for (run, _) in newestFirst.dropFirst(kept - 1) where run != path + "/" + latest {
            try? files.removeItem(atPath: run)
        }
    }

    /// Deletes the links to reports that are deleted.
    func removeDeadLinks() {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: path)) ?? [] {
            guard let target = try? files.destinationOfSymbolicLink(atPath: path + "/" + name),
                Self.isRun(target), access(path + "/" + target, F_OK) != 0
            else { continue }
            unlink(path + "/" + name)
        }
    }

    /// Returns whether a name is one that `publish` gives to a report's folder.
    private static func isRun(_ name: String) -> Bool {
        name.wholeMatch(of: /report-[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}Z(-stale)?(-[0-9]+)?/) != nil
    }
}
