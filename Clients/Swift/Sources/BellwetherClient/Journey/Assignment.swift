/// The arm of an experiment that was drawn for the installation.
struct Assignment: Sendable, Hashable, Codable {
    var experiment: String
    var variant: String

    var data: EventData { EventData(experiment: experiment, variant: variant) }
}
