/// The JSON Schema of one event (2020-12). Beside what it demands it says when a type is sent, on which API, and which mistakes give
/// which reject, in members that begin with `x-`.
package enum EventSchema {
    /// `http/schemas/event.json`
    package static let text = EmbeddedFiles.all.first { $0.path == "schemas/event.json" }?.text ?? ""
}
