/// An arm of an experiment on how to ask: indices into `Vocabulary.experiments` and its arms. The first arm is the
/// control.
struct Arm: Sendable {
    let experiment: UInt8
    let variant: UInt8

    /// Returns the arm of an installation; nil for those in no experiment. Each experiment has 8 of 100 installations.
    static func draw(canTry: Bool, _ random: inout RandomSource) -> Arm? {
        let experiment = random.whole(0..<100) / 8
        let variant = random.whole(0..<2)
        // The last experiment begins with a provisional trial.
        guard experiment < Vocabulary.experiments.count - (canTry ? 0 : 1) else { return nil }
        return Arm(experiment: UInt8(experiment), variant: UInt8(variant))
    }

    /// The other arm of the experiment.
    var other: Arm { Arm(experiment: experiment, variant: 1 - variant) }

    /// The names of the experiment and the arm.
    var names: (experiment: String, variant: String) {
        let names = Vocabulary.experiments[Int(experiment)]
        return (names.name, names.arms[Int(variant)])
    }
}
