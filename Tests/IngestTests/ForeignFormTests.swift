import EventLog
import Foundation
import Ingest
import TestSupport
import Testing

/// Files that are no JSON in UTF-8 are named for what they are, and nothing of them is kept.
@Suite struct ForeignFormTests {
    private static let events = EventLines.line("app_opened", id: 1) + "\n"

    private static let heads: [(bytes: [UInt8], words: String)] = [
        (Array("PK\u{3}\u{4}".utf8), "a zip archive"), (Array("PAR1".utf8), "a Parquet file"),
        (Array("Obj\u{1}".utf8), "an Avro file"), (Array("BZh9".utf8), "compressed with bzip2"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "compressed with xz"), ([0x37, 0x7A, 0xBC, 0xAF, 0x27], "a 7-Zip archive"),
        ([0x04, 0x22, 0x4D, 0x18], "compressed with LZ4"), ([0x1F, 0x9D, 0x90, 0], "compressed with compress"),
        (Array("SQLite format 3\0".utf8), "an SQLite database"), (Array("%PDF-1.7".utf8), "a PDF file"),
        (Array("events.ndjson".utf8) + Array(repeating: 0, count: 244) + Array("ustar\0".utf8), "a tar archive"),
        (Array("events.ndjson".utf8) + Array(repeating: 0, count: 244) + Array("ustar  \0".utf8), "a tar archive"),
    ]

    @Test func aFileOfAnotherFormIsNamedForWhatItIs() async throws {
        try await withLog { log, folder in
            for (place, (bytes, words)) in Self.heads.enumerated() {
                let data = Data(bytes + Array(repeating: 0x0A, count: 3) + Array(Self.events.utf8))
                // Also in a file whose name promises something else, and after decompression.
                let files = try [
                    data.write(to: folder, "a\(place)"), data.write(to: folder, "b\(place).ndjson"),
                    data.write(to: folder, "c\(place).json.gz"), data.write(to: folder, "d\(place).zst"),
                    data.gzipped().write(to: folder, "e\(place).gz"),
                    data.zstandard().write(to: folder, "f\(place).ndjson.zst"),
                ]
                for path in files {
                    let report = try await log.ingest(path)
                    let damage = try #require(report.damage, "\(path)")
                    #expect(damage.kind == .noData && damage.description.contains("it is \(words)"), "\(damage)")
                    #expect(damage.description.contains("docs/how-to/import.md"))
                    #expect(report.outcome.deliveries == 0)
                }
            }
            #expect(try await log.count("log.quarantine") == 0)
        }
    }

    @Test func aWordOfTarsWhereTarHasItIsAWord() async throws {
        try await withLog { log, folder in
            let head = "{\"x\":\"" + String(repeating: "-", count: 251) + "ustar\","
            let report = try await log.ingest((head + Self.events.dropFirst()).write(to: folder, "word.ndjson"))
            #expect(report.damage == nil && report.outcome.accepted == 1)
        }
    }

    @Test func textInAnotherEncodingIsNamed() async throws {
        try await withLog { log, folder in
            for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
                let data = try #require(Self.events.data(using: encoding))
                let report = try await log.ingest(data.write(to: folder, "\(encoding.rawValue).ndjson"))
                let words = try #require(report.damage?.description, "\(encoding)")
                #expect(words.contains("it is text in UTF-") && words.contains("`iconv`"))
            }
            #expect(try await log.count("log.quarantine") == 0)
        }
    }

    @Test func aFileOfTextIsReadWhateverItBeginsWith() async throws {
        let beginnings = ["\u{FEFF}", "", " ", "\n\n", "PK\n", "BZ\n", "PAR\n", "Obj\n", "SEQUENCE\n", "ORC\n"]
        try await withLog { log, folder in
            for (place, beginning) in beginnings.enumerated() {
                let event = EventLines.line("app_opened", id: place + 1) + "\n"
                let report = try await log.ingest((beginning + event).write(to: folder, "\(place).ndjson"))
                #expect(report.damage == nil && report.outcome.accepted == 1, "\(beginning)")
            }
        }
    }
}
