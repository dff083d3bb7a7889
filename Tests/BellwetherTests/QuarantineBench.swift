import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// Lines for quarantine tests.
enum QuarantineLine {
    /// Returns a line that the event contract accepts.
    static func good(_ id: Int, received: String = "2026-03-02T00:00:00Z") -> String {
        EventText.line("prompt_shown", id: id, received: received)
    }

    /// Inserts lines into a database's quarantine as rejected by an older program that couldn't read them, with the receipt
    /// time in the line.
    static func hold(_ lines: [String], in target: ConnectionTarget) async throws {
        _ = try await target.rows(
            """
            INSERT INTO log.quarantine (
                received_at, quarantined_at, batch_id, line, byte_count, copy, reason, source, detail, line_hash, bytes
            )
            SELECT
                substring(held.line FROM '"received_at":"([^"]+)"')::timestamptz, now(), 0, held.number,
                octet_length(held.line), 1, 'unknown_type', 'old.ndjson', 'not yet',
                encode(substring(sha256(convert_to(held.line, 'UTF8')) FOR 16), 'hex')::uuid, convert_to(held.line, 'UTF8')
            FROM unnest($1::text[]) WITH ORDINALITY AS held (line, number)
            """, [.array(lines)])
    }
}

extension Workbench {
    /// Inserts lines into the quarantine as rejected by an older program that couldn't read them, with the receipt time
    /// in the line.
    func hold(_ lines: [String]) async throws { try await QuarantineLine.hold(lines, in: database.target) }

    /// Returns the parsed JSON output of a `quarantine` command.
    func quarantine(_ arguments: String...) throws -> Any {
        let run = try attempt(["quarantine"] + arguments + ["--quiet", "--json"])
        #expect(run.status == 0, "\(run.errors)")
        return try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }

    /// Returns the entries of `quarantine list` as `source:line`.
    func listed(_ arguments: String...) throws -> [String] {
        let run = try attempt(["quarantine", "list", "--json"] + arguments)
        #expect(run.status == 0, "\(run.errors)")
        let rows = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        return try #require(rows).map { "\($0["source"] ?? ""):\($0["line"] ?? "")" }
    }

    /// Returns the rows of a query run with the owner's rights.
    func rows(_ query: String) async throws -> [[String?]] { try await database.target.rows(query) }
}
