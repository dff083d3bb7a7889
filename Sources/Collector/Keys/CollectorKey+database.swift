public import Postgres

extension CollectorKey {
    /// Creates a key for an app. Returns it with the secret that clients send, which can't be recovered later.
    ///
    /// - Throws: `PostgresError` with the constraint `app_id_has_its_form` if `appID` is not a valid `app_id`.
    public static func add(
        appID: String, name: String, _ connection: borrowing Connection
    ) throws -> (key: CollectorKey, secret: Secret) {
        let bits = Secret.randomBits()
        let added = try connection.execute(
            insertKey, [.text(appID), .text(name), .bytes(Secret.sha256(of: bits))])
        let key = try CollectorKey(added, 0)
        return (key, Secret(number: key.number, bits: bits))
    }

    /// Returns all keys by number; with `validOnly`, without revoked keys.
    public static func all(validOnly: Bool = false, _ connection: borrowing Connection) throws -> [CollectorKey] {
        let found = try connection.execute(listKeys, [.text(validOnly ? "true" : "false")])
        return try (0..<found.rowCount).map { try CollectorKey(found, $0) }
    }

    /// Revokes a key. Returns nil if no key has that number. A key that was revoked before keeps its time of
    /// revocation.
    public static func revoke(_ number: Int, _ connection: borrowing Connection) throws -> CollectorKey? {
        let revoked = try connection.execute(revokeKey, [.int(number)])
        return revoked.rowCount == 1 ? try CollectorKey(revoked, 0) : nil
    }

    /// Stores when keys were last used, by key number, in microseconds since 1970.
    public static func noteUses(_ uses: [Int: Int64], _ connection: borrowing Connection) throws {
        guard !uses.isEmpty else { return }
        let uses = uses.sorted { $0.key < $1.key }
        try connection.execute(noteKeyUses, [.array(uses.map(\.key)), .timestamps(uses.map(\.value))])
    }

    private init(_ result: borrowing QueryResult, _ row: Int) throws {
        number = try result.int(row, 0) ?? 0
        appID = result.text(row, 1) ?? ""
        name = result.text(row, 2) ?? ""
        createdAt = result.text(row, 3) ?? ""
        lastUsedAt = result.text(row, 4)
        revokedAt = result.text(row, 5)
        sha256 = result.bytes(row, 6) ?? []
    }

    private static let insertKey = Statement(
        "add key",
        """
        INSERT INTO log.collector_key (created_at, app_id, name, sha256)
        VALUES (now(), $1::text, $2::text, $3::bytea)
        RETURNING
            collector_key, app_id, name, to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            to_char(last_used_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), to_char(revoked_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), sha256
        """)

    private static let listKeys = Statement(
        "list keys",
        """
        SELECT
            collector_key, app_id, name, to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            to_char(last_used_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), to_char(revoked_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), sha256
        FROM log.collector_key
        WHERE revoked_at IS NULL OR NOT $1::boolean
        ORDER BY collector_key
        """)

    private static let revokeKey = Statement(
        "revoke key",
        """
        UPDATE log.collector_key
        SET revoked_at = coalesce(revoked_at, now())
        WHERE collector_key = $1::bigint
        RETURNING
            collector_key, app_id, name, to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            to_char(last_used_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), to_char(revoked_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), sha256
        """)

    private static let noteKeyUses = Statement(
        "note key use", "SELECT log.note_key_use($1::bigint[], $2::timestamptz[])")
}
