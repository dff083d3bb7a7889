/// Something that happens in a simulation from one day on, for a report to find.
public enum Incident: String, Sendable, CaseIterable {
    /// On iOS 26.3, 4 people fewer in 100 allow.
    case grantDrop = "grant-drop"
    /// Clients of the app version before the newest send nothing any more.
    case silentVersion = "silent-version"
    /// Ten times as many first launches are on releases up to iOS 17, where fewer allow; nobody answers otherwise.
    case mixShift = "mix-shift"
    /// Of what is sent to iOS 26.2, half as much is opened directly. Of 224 days, it begins with the last 28 days whose
    /// sends have all had 28 days.
    case openDrop = "open-drop"

    /// The share of people that allow less at a release.
    func lessAcceptance(of release: Int) -> Double {
        self == .grantDrop && OSRelease.all[release].os == Truth.OperatingSystem(name: "iOS", major: 26, minor: 3)
            ? 0.04 : 0
    }

    /// By how much more first launches are on a release.
    func launchFactor(of release: Int) -> Double {
        let os = OSRelease.all[release].os
        return self == .mixShift && os.name == "iOS" && os.major <= 17 ? 10 : 1
    }

    /// What part of the usual direct opens is left of what is sent to a release.
    func openFactor(of release: Int) -> Double {
        self == .openDrop && OSRelease.all[release].os == Truth.OperatingSystem(name: "iOS", major: 26, minor: 2)
            ? 0.5 : 1
    }

    /// Whether events of an app's release are lost; `newest` is that of the day on which it happens.
    func silences(_ appRelease: UInt8, newest: UInt8) -> Bool {
        self == .silentVersion && appRelease + 1 == newest
    }
}
