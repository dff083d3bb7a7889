/// Calls for what comes before the dialog: experiments, and a screen of the app that prepares for it (a primer).
extension Bellwether {
    /// Records the arm of an experiment on asking that was drawn for this installation, once for each arm.
    ///
    /// Draw the arm as long as the status is not determined or provisional, whether or not the user then meets it. Call this at
    /// each launch: an arm that was recorded before is not recorded again. The names have 1–255 characters; the present version is
    /// called `control`.
    public func assigned(experiment: String, variant: String) {
        guard let engine else { return }
        guard let experiment = experiment.validName, let variant = variant.validName else {
            return engine.diagnose(.dropped(count: 1, cause: .invalidAssignment))
        }
        engine.apply(.assigned(Assignment(experiment: experiment, variant: variant)))
    }

    /// Records that the app put up its own screen before the dialog. Call it each time the screen comes up.
    public func primerShown(placement: String? = nil, variant: String? = nil) {
        engine?.apply(.primerShown(Prompt(placement: placement, variant: variant)))
    }

    /// Records how the user answered that screen. After `accepted`, request authorization.
    public func primerAnswered(_ answer: PrimerAnswer) {
        engine?.apply(.primerAnswered(answer))
    }
}
