/// A change in behaviour that starts partway through a simulation and that a report should detect.
public enum Incident: String, Sendable, CaseIterable {
    /// On iOS 26.3, the share of users who allow notifications drops by 12 percentage points. That is enough for
    /// the change to be clear in the 28 days of a demo of the default size.
    case grantDrop = "grant-drop"
    /// Clients with the second-newest app release stop sending events.
    case silentVersion = "silent-version"
    /// First launches on iOS 17 and earlier, where fewer users allow notifications, become ten times as frequent. The
    /// acceptance rate of each release stays the same.
    case mixShift = "mix-shift"
    /// Direct opens of notifications sent to iOS 26.2 fall by half.
    case openDrop = "open-drop"
    /// On one day the push service drops the tokens of one in seven of the installations that are no longer used, in all
    /// apps.
    case tokenDrop = "token-drop"

    /// Returns the drop in the share of users who allow notifications on the OS release at index `release`.
    func lessAcceptance(of release: Int) -> Double {
        self == .grantDrop && OSRelease.all[release].os == Truth.OperatingSystem(name: "iOS", major: 26, minor: 3)
            ? 0.12 : 0
    }

    /// Returns the factor by which first launches on an OS release increase; 1 if the incident doesn't affect it.
    func launchFactor(of release: Int) -> Double {
        let os = OSRelease.all[release].os
        return self == .mixShift && os.name == "iOS" && os.major <= 17 ? 10 : 1
    }

    /// Returns the factor applied to the direct open rate of an OS release; 1 if the incident doesn't affect it.
    func openFactor(of release: Int) -> Double {
        self == .openDrop && OSRelease.all[release].os == Truth.OperatingSystem(name: "iOS", major: 26, minor: 2)
            ? 0.5 : 1
    }

    /// Returns whether clients with this app release send nothing. `newest` is the newest app release on the day when
    /// the incident starts.
    func silences(_ appRelease: UInt8, newest: UInt8) -> Bool {
        self == .silentVersion && appRelease + 1 == newest
    }
}
