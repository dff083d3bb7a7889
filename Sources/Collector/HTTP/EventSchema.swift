/// The JSON Schema (2020-12) of one event. Members that begin with `x-` say when to send a type, on which API, and
/// which mistakes lead to which reject reason.
package enum EventSchema {
    /// `http/schemas/event.json`
    package static let text = EmbeddedFiles.all.first { $0.path == "schemas/event.json" }?.text ?? ""
}
