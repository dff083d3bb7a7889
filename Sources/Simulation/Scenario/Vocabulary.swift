/// The values that simulated clients use in text fields.
enum Vocabulary {
    /// What users leave on, as words of `Truth.Settings`, and how often.
    static let settings: [(words: String, weight: Double)] = [
        (common + " alert=true lock_screen=true sound=true scheduled_summary=false alert_style=banner", 0.56),
        (common + " alert=true lock_screen=true sound=false scheduled_summary=true alert_style=banner", 0.15),
        (common + " alert=false lock_screen=true sound=false scheduled_summary=false alert_style=none", 0.08),
        (common + " alert=false lock_screen=false sound=false scheduled_summary=false alert_style=none", 0.14),
        ("alert=false lock_screen=false notification_center=false badge=true sound=false", 0.05),
        ("alert=true sound=true badge=true", 0.02),
    ]

    private static let common = "notification_center=true badge=true time_sensitive=true"

    /// The places in an app where it asks for permission.
    static let placements = ["onboarding", "after_first_article", "order_status", "settings_screen"]

    /// The variants of the prompt experiment.
    static let variants = ["control", "value_first", "benefits_list"]

    /// The experiments on how to ask, each with its arms.
    static let experiments: [(name: String, arms: [String])] = [
        ("soft_ask", ["control", "primer"]), ("ask_later", ["control", "day_3"]),
        ("quiet_start", ["control", "provisional"]),
    ]

    /// The campaign names: those in rotation, then one that a spreadsheet would take for a formula, to test escaping.
    static let campaigns = rotatingCampaigns + ["-20%, \"today\""]

    /// Campaigns of which one is sent each day, in rotation.
    static let rotatingCampaigns = [
        "weekly_digest", "spring_sale", "breaking", "back_again", "price_drop", "new_season",
    ]

    /// Locales, each with a fixed UTC offset in minutes; 345 and 765 are there because they are odd.
    static let locales: [(name: String, offset: Int)] = [
        ("en_US", -300), ("en_US", -480), ("en_GB", 60), ("de_DE", 120), ("fr_FR", 120), ("ja_JP", 540),
        ("pt_BR", -180), ("hi_IN", 330), ("zh_CN", 480), ("en_AU", 600), ("ne_NP", 345), ("en_NZ", 765),
    ]

    /// Returns the device model of an installation, by its number, under an OS.
    static func model(_ number: Int, on os: Truth.OperatingSystem) -> String {
        let models = models(for: os)
        return models[number % models.count]
    }

    /// Returns sample device models for an OS; for iOS, by version.
    private static func models(for os: Truth.OperatingSystem) -> [String] {
        switch (os.name, os.major) {
        case ("iPadOS", _): ["iPad12,1", "iPad13,1", "iPad14,3"]
        case ("Android", _): ["Pixel 8", "Pixel 9", "SM-S921B"]
        case ("web", _): ["desktop", "phone"]
        case (_, ..<16): ["iPhone8,1", "iPhone8,2"]
        case (_, 16): ["iPhone10,4", "iPhone10,6"]
        default: ["iPhone12,1", "iPhone13,2", "iPhone15,3", "iPhone16,2", "iPhone17,1"]
        }
    }

    private static let apps = ["reader", "shop", "travel", "bank", "fitness", "recipes", "weather", "podcasts"]

    /// Returns the `app_id` of the app at this index.
    static func app(_ place: Int) -> String {
        "com.example." + (place < apps.count ? apps[place] : "app\(place + 1)")
    }
}
