import Crypto
import Foundation
import Postgres

/// `manifest.json`: what the report is a function of, and the checksums of its files.
struct Manifest: Encodable {
    struct Parameters: Encodable {
        let app: String?
        let comparedHorizon: String?
        let conversionWindowSeconds: Int
        let from: String?
        let horizon: String?
        let influenceWindowSeconds: Int
        let minimumCell: Int
        let openWindowSeconds: Int
        let timeZone: String
        let to: String?
    }

    let files: [String: String]
    let logPosition: Int
    let parameters: Parameters
    let program: String
    let schema: Int

    init(_ parameters: ReportParameters, _ versions: Report.Versions, _ files: [(String, String)]) {
        self.files = Dictionary(uniqueKeysWithValues: files.map { path, text in (path, text.sha256) })
        logPosition = parameters.position
        program = versions.program
        schema = versions.schema
        self.parameters = Parameters(
            app: parameters.app, comparedHorizon: parameters.comparedHorizon,
            conversionWindowSeconds: parameters.conversionWindowSeconds, from: parameters.from?.description,
            horizon: parameters.horizon,
            influenceWindowSeconds: parameters.influenceWindowSeconds, minimumCell: parameters.minimumCell,
            openWindowSeconds: parameters.openWindowSeconds, timeZone: parameters.timeZone,
            to: parameters.to?.description)
    }

    /// The same bytes for the same report.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}

extension String {
    /// SHA-256 of its UTF-8, two digits a byte, lower case.
    var sha256: String { SHA256.hash(data: Data(utf8)).hex }
}
