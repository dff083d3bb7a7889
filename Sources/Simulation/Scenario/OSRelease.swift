/// A minor release of an operating system and the behaviour of its users.
struct OSRelease: Sendable {
    /// The name, major and minor version.
    let os: Truth.OperatingSystem

    /// The highest patch number in use; simulated devices run patch 0 up to this one.
    let patches: Int

    /// The day number of its release date; day 0 is 1970-01-01.
    let released: Int

    /// Its weight among first launches at its peak, relative to other releases.
    let weight: Double

    /// The share of prompted users who allow notifications, before adjustments for placement and variant.
    let acceptance: Double

    /// Whether devices on this release upgrade to newer ones; false for the last release that old devices support.
    let isFollowed: Bool

    /// All simulated releases; those with the same OS name are ordered by version.
    static let all: [OSRelease] = [
        OSRelease("iOS", 9, 3, patches: 6, CivilDate(2016, 3, 21), weight: 0.8, acceptance: 0.41, isLast: true),
        OSRelease("iOS", 15, 8, patches: 5, CivilDate(2023, 10, 24), weight: 3, acceptance: 0.42, isLast: true),
        OSRelease("iOS", 16, 7, patches: 12, CivilDate(2023, 9, 18), weight: 5, acceptance: 0.45, isLast: true),
        OSRelease("iOS", 17, 4, patches: 1, CivilDate(2024, 3, 5), weight: 15, acceptance: 0.48),
        OSRelease("iOS", 17, 6, patches: 1, CivilDate(2024, 7, 29), weight: 5, acceptance: 0.50, isLast: true),
        OSRelease("iOS", 18, 1, patches: 1, CivilDate(2024, 10, 28), weight: 10, acceptance: 0.53),
        OSRelease("iOS", 18, 2, patches: 1, CivilDate(2024, 12, 11), weight: 10, acceptance: 0.53),
        OSRelease("iOS", 18, 3, patches: 2, CivilDate(2025, 1, 27), weight: 12, acceptance: 0.54),
        OSRelease("iOS", 18, 4, patches: 1, CivilDate(2025, 3, 31), weight: 12, acceptance: 0.55),
        OSRelease("iOS", 18, 5, patches: 0, CivilDate(2025, 5, 12), weight: 16, acceptance: 0.55),
        OSRelease("iOS", 18, 6, patches: 2, CivilDate(2025, 7, 29), weight: 12, acceptance: 0.56, isLast: true),
        OSRelease("iOS", 26, 0, patches: 1, CivilDate(2025, 9, 15), weight: 30, acceptance: 0.57),
        OSRelease("iOS", 26, 1, patches: 0, CivilDate(2025, 11, 3), weight: 36, acceptance: 0.58),
        OSRelease("iOS", 26, 2, patches: 1, CivilDate(2025, 12, 12), weight: 40, acceptance: 0.60),
        OSRelease("iOS", 26, 3, patches: 1, CivilDate(2026, 2, 11), weight: 44, acceptance: 0.62),
        OSRelease("iOS", 26, 4, patches: 1, CivilDate(2026, 3, 24), weight: 48, acceptance: 0.65),
        OSRelease("iPadOS", 16, 7, patches: 12, CivilDate(2023, 9, 18), weight: 1, acceptance: 0.38, isLast: true),
        OSRelease("iPadOS", 17, 6, patches: 1, CivilDate(2024, 7, 29), weight: 1, acceptance: 0.41, isLast: true),
        OSRelease("iPadOS", 18, 6, patches: 2, CivilDate(2025, 7, 29), weight: 2, acceptance: 0.44),
        OSRelease("iPadOS", 26, 2, patches: 1, CivilDate(2025, 12, 12), weight: 5, acceptance: 0.48),
        OSRelease("iPadOS", 26, 4, patches: 1, CivilDate(2026, 3, 24), weight: 6, acceptance: 0.51),
        OSRelease("Android", 15, 0, patches: 0, CivilDate(2024, 10, 15), weight: 3, acceptance: 0.58, isLast: true),
        OSRelease("Android", 16, 0, patches: 0, CivilDate(2025, 6, 10), weight: 4, acceptance: 0.60),
        OSRelease("web", 1, 0, patches: 0, CivilDate(2023, 1, 1), weight: 1, acceptance: 0.2),
    ]

    private init(
        _ name: String, _ major: Int, _ minor: Int, patches: Int, _ released: CivilDate, weight: Double,
        acceptance: Double, isLast: Bool = false
    ) {
        os = Truth.OperatingSystem(name: name, major: major, minor: minor)
        self.patches = patches
        self.released = released.dayNumber
        self.weight = weight
        self.acceptance = acceptance
        isFollowed = !isLast
    }

    /// Returns whether this is a later version of the same operating system.
    func follows(_ other: OSRelease) -> Bool {
        os.name == other.os.name && (os.major, os.minor) > (other.os.major, other.os.minor)
    }
}
