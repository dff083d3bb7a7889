import Crypto
import Foundation
import Pages
import Postgres

/// The content of `manifest.json`: the parameters and versions from which the report was made, and the SHA-256 of each
/// file.
struct Manifest: Encodable {
    /// The parameters of a report. All keys are present; a parameter without a value is null.
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

        private enum CodingKeys: CodingKey {
            case app, comparedHorizon, conversionWindowSeconds, from, horizon, influenceWindowSeconds, minimumCell
            case openWindowSeconds, timeZone, to
        }

        // The synthesized method would leave out keys whose value is nil.
        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(app, forKey: .app)
            try members.encode(comparedHorizon, forKey: .comparedHorizon)
            try members.encode(conversionWindowSeconds, forKey: .conversionWindowSeconds)
            try members.encode(from, forKey: .from)
            try members.encode(horizon, forKey: .horizon)
            try members.encode(influenceWindowSeconds, forKey: .influenceWindowSeconds)
            try members.encode(minimumCell, forKey: .minimumCell)
            try members.encode(openWindowSeconds, forKey: .openWindowSeconds)
            try members.encode(timeZone, forKey: .timeZone)
            try members.encode(to, forKey: .to)
        }
    }

    /// What the digest says first.
    let headline: String
    /// The SHA-256 of each file in hexadecimal, by path.
    let files: [String: String]
    let parameters: Parameters
    let program: String
    /// The dimensions of which tables of the report's days add up values; nil if none.
    let rests: [Rest]?
    let schema: Int

    init(
        _ parameters: ReportParameters, _ versions: Report.Versions, _ headline: String, _ rests: [Rest],
        _ files: [(String, String)]
    ) {
        self.headline = headline
        self.files = Dictionary(uniqueKeysWithValues: files.map { path, text in (path, text.sha256) })
        program = versions.program
        schema = versions.schema
        self.rests = rests.isEmpty ? nil : rests
        self.parameters = Parameters(
            app: parameters.app, comparedHorizon: parameters.comparedHorizon,
            conversionWindowSeconds: parameters.conversionWindowSeconds, from: parameters.from?.description,
            horizon: parameters.horizon,
            influenceWindowSeconds: parameters.influenceWindowSeconds, minimumCell: parameters.minimumCell,
            openWindowSeconds: parameters.openWindowSeconds, timeZone: parameters.timeZone,
            to: parameters.to?.description)
    }

    /// The JSON text. The same report always gives the same bytes.
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
    /// The SHA-256 of its UTF-8 bytes in lower-case hexadecimal.
    var sha256: String { SHA256.hash(data: Data(utf8)).hex }
}
