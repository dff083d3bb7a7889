import Foundation
import Glibc
import Ingest
import TestSupport
import Testing

/// What an argument that is a folder means.
@Suite struct FolderTests {
    private func makeFolders(_ names: [String], in folder: String) throws {
        for name in names {
            try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
        }
    }

    private func paths(_ folder: String) throws -> [String] {
        try Source.named(folder).map { String($0.path.dropFirst(folder.count + 1)) }
    }

    @Test func theFoldersInAFolderAreReadToo() async throws {
        try await withFolder { folder in
            try makeFolders(["2026/03/02", "2026/03/01", "events.json", ".hidden", "empty"], in: folder)
            let files = [
                "2026/03/01/b.jsonl", "2026/03/02/part-0000.ndjson", "a.ndjson", "events.json/part-0.json.gz",
                "top.json",
            ]
            for name in files + [".hidden/a.ndjson", "2026/.b.ndjson", "2026/notes.txt"] {
                _ = try "".write(to: folder, name)
            }
            #expect(try paths(folder) == files)
            #expect(try Source.leftOut(of: folder) == [folder + "/2026/notes.txt"])
            #expect(try Source.inFolder(folder).count == 3, "the folder itself has two files and a folder of that name")
        }
    }

    @Test func aLinkToAFolderIsFollowedButNotInACircle() async throws {
        try await withFolder { folder in
            try makeFolders(["a/b", "c"], in: folder)
            _ = try "".write(to: folder, "c/x.ndjson")
            try #require(symlink("../..", folder + "/a/b/up") == 0)
            try #require(symlink("../c", folder + "/a/c") == 0)
            #expect(try paths(folder) == ["a/c/x.ndjson"])
        }
    }

    @Test func anEndingInCapitalsIsOneOfAnEventFile() async throws {
        try await withFolder { folder in
            for name in ["A.NDJSON", "B.Json.GZ", "C.TXT"] { _ = try "".write(to: folder, name) }
            #expect(try paths(folder) == ["A.NDJSON", "B.Json.GZ"])
            #expect(try Source.leftOut(of: folder) == [folder + "/C.TXT"])
        }
    }

    @Test func aFolderWithoutEventFilesAtAnyDepthIsAnError() async throws {
        try await withFolder { folder in
            try makeFolders(["a/b"], in: folder)
            _ = try "".write(to: folder, "a/b/c.csv")
            #expect(throws: SourceError.self) { try Source.named(folder) }
        }
    }
}
