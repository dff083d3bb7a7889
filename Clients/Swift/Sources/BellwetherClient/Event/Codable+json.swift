import Foundation

extension Encodable {
    /// The value as one JSON object, without tabs and newlines.
    var json: [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }
}

extension Decodable {
    /// Parses JSON. Returns nil if the bytes are something else.
    init?(json: some Collection<UInt8>) {
        guard let value = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = value
    }
}
