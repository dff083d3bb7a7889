/// What follows from one input.
package struct JourneyOutput: Sendable, Hashable {
    /// The events to record, in order.
    package var events: [Event] = []
    /// What to tell the developer.
    package var diagnostics: [Diagnostic] = []

    package init() {}
}
