extension String {
    /// Returns the text without U+0000, cut after `limit` Unicode scalars; nil if nothing is left.
    func valid(upTo limit: Int) -> String? {
        if utf8.count <= limit, !utf8.contains(0) { return isEmpty ? nil : self }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: unicodeScalars.lazy.filter { $0.value != 0 }.prefix(limit))
        return result.isEmpty ? nil : String(result)
    }

    /// The text without U+0000, if it is a notification's id by the contract (1–255 scalars), otherwise nil.
    var validNotificationID: String? {
        valid(upTo: 256).flatMap { $0.unicodeScalars.count <= 255 ? $0 : nil }
    }
}

extension NotificationReference {
    /// The reference with an id that the contract allows, or none, and a campaign that is valid, or none.
    var valid: NotificationReference {
        NotificationReference(
            notificationID: notificationID?.validNotificationID, campaign: campaign?.valid(upTo: 255))
    }
}
