import Foundation

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
}
