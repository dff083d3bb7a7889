import Crypto
import Postgres

/// One numbered step of the schema, from `sql/migrations/NNNN_what.sql`.
struct Migration: Sendable {
    let number: Int
    let path: String
    let sha256: [UInt8]

    /// All migrations, by number.
    static let all: [Migration] = SQLFiles.paths(under: "migrations").map { path in
        let name = path.dropFirst("migrations/".count)
        guard let number = Int(name.prefix { $0 != "_" }) else { preconditionFailure("sql/\(path) has no number") }
        return Migration(number: number, path: path, sha256: checksum(of: [path]))
    }

    /// The files that are applied again after the migrations if any of them changed: row types, the functions that
    /// return them, then the views that use these, then the grants.
    static let replaceable: [String] =
        SQLFiles.paths(under: "types")
        + SQLFiles.paths(under: "functions")
        + SQLFiles.paths(under: "projections").filter { $0.contains("/fold_") }
        + SQLFiles.paths(under: "views") + ["grants.sql"]

    /// Returns the SHA-256 of the concatenated texts of some files of `sql/`.
    static func checksum(of paths: [String]) -> [UInt8] {
        var hash = SHA256()
        for path in paths { hash.update(data: Array(SQLFiles.statement(path).text.utf8)) }
        return Array(hash.finalize())
    }
}
