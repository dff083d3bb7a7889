/// What follows from one input: events to record, in order, and what to tell the developer.
struct JourneyOutput: Sendable, Hashable {
    var events: [Event] = []
    var diagnostics: [Diagnostic] = []
}
