/// The events to record for one input, in order, and the diagnostics to report.
struct JourneyOutput: Sendable, Hashable {
    var events: [Event] = []
    var diagnostics: [Diagnostic] = []
}
