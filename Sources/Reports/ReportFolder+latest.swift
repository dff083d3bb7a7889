import Foundation
import Pages

extension ReportFolder {
    /// The parameters of the latest report that decide whether another report may replace it.
    public struct Latest: Sendable {
        /// The app that it is about; nil for all apps.
        public let app: String?
        /// Whether it was made from any events.
        public let hasEvents: Bool
    }

    /// The latest report; nil if there is none or its manifest can't be read.
    public var latest: Latest? {
        guard let data = FileManager.default.contents(atPath: path + "/latest/manifest.json"),
            let manifest = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let parameters = manifest["parameters"] as? [String: Any]
        else { return nil }
        return Latest(app: parameters["app"] as? String, hasEvents: parameters["horizon"] is String)
    }

    /// The name of the folder that `latest` points to; nil if there is none.
    public var latestRun: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path + "/" + ReportName.latest)
    }

    /// What the folder's nightly reports are about, or reports on the usual days if there are none; nil if there is
    /// neither.
    var nightly: ReportSelection? {
        FileManager.default.contents(atPath: nightlyFile).flatMap {
            try? JSONDecoder().decode(ReportSelection.self, from: $0)
        }
    }

    /// Keeps what the folder's nightly reports are about. If that fails, the folder is taken for one without them.
    func remember(_ selection: ReportSelection) {
        try? JSONEncoder().encode(selection).write(to: URL(fileURLWithPath: nightlyFile), options: .atomic)
    }

    private var nightlyFile: String { path + "/.nightly" }
}
