import Foundation

/// How many of the lines Foundation's `JSONDecoder` makes a `DecodedEvent` of; it validates no more than their form.
func countDecoded(_ file: LinesInMemory, _ lines: ArraySlice<Range<Int>>) -> Int {
    let decoder = JSONDecoder()
    return lines.count { line in
        (try? decoder.decode(DecodedEvent.self, from: Data(file.bytes[line]))) != nil
    }
}

/// The members that the program reads, as a struct that is decoded without code of its own. Times stay text.
struct DecodedEvent: Codable {
    let id: UUID
    let type: String
    let app_id: String
    let installation_id: UUID
    let occurred_at: String
    let sent_at: String?
    let received_at: String?
    let sequence: Int64?
    let os: System?
    let app_version: String?
    let device_model: String?
    let locale: String?
    let data: Details?

    struct System: Codable {
        let name: String
        let version: String
    }

    struct Details: Codable {
        let status: String?
        let delivery: String?
        let placement: String?
        let variant: String?
        let notification_id: String?
        let campaign: String?
        let action: String?
        let app_state: String?
        let trigger: String?
        let options: [String]?
    }
}
