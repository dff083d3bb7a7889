import Crypto
import Foundation

/// `manifest.json`: what the report is a function of, and the checksums of its files.
struct Manifest: Encodable {
    struct Parameters: Encodable {
        let app: String?
        let conversion_window_seconds: Int
        let from: String?
        let horizon: String?
        let influence_window_seconds: Int
        let minimum_cell: Int
        let open_window_seconds: Int
        let time_zone: String
        let to: String?
    }

    let files: [String: String]
    let log_position: Int
    let parameters: Parameters
    let program: String
    let schema: Int

    init(_ parameters: ReportParameters, _ versions: Report.Versions, _ files: [(String, String)]) {
        self.files = Dictionary(
            uniqueKeysWithValues: files.map { path, text in
                (path, SHA256.hash(data: Data(text.utf8)).map { byte in String(format: "%02x", byte) }.joined())
            })
        log_position = parameters.position
        program = versions.program
        schema = versions.schema
        self.parameters = Parameters(
            app: parameters.app, conversion_window_seconds: parameters.conversionWindowSeconds,
            from: parameters.from?.description, horizon: parameters.horizon,
            influence_window_seconds: parameters.influenceWindowSeconds, minimum_cell: parameters.minimumCell,
            open_window_seconds: parameters.openWindowSeconds, time_zone: parameters.timeZone,
            to: parameters.to?.description)
    }

    /// The same bytes for the same report.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}
