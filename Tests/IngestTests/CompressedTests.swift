import EventLog
import Events
import Foundation
import Glibc
import Ingest
import TestSupport
import Testing

private let events = (0..<40).map { EventLines.line("app_opened", id: 1_000 + $0, installation: $0 % 7) }

private func data(_ lines: some Sequence<String>) -> Data { Data(lines.map { $0 + "\n" }.joined().utf8) }

@Suite struct CompressedTests {
    @Test(arguments: Packing.allCases) func aCompressedFileIsReadAsWhatItHoldsWhateverItsName(packing: Packing)
        async throws
    {
        try await withLog { log, folder in
            let packed = packing.pack(data(events))
            for (index, name) in ["a.ndjson" + packing.ending, "b.ndjson", "c"].enumerated() {
                let part = packing.pack(data(events + ["bad \(index)"]))
                let report = try await log.ingest(part.write(to: folder, name))
                #expect(report.outcome.accepted == (index == 0 ? 40 : 0) && report.outcome.deliveries == 41)
                #expect(report.damage == nil)
            }
            #expect(try await log.ingest(packed.write(to: folder, "d")).outcome.duplicates == 40)
            #expect(try await log.ingest(packed.write(to: folder, "e")).isSkipped)
        }
    }

    @Test(arguments: Packing.allCases) func membersAreReadOneAfterTheOther(packing: Packing) throws {
        let halves = packing.pack(Data(events[0].utf8.prefix(20))) + packing.pack(Data())
        let rest = packing.pack(Data(events[0].utf8.dropFirst(20)) + data(["", events[1]]))
        let padding = packing == .gzip ? Data(count: 700) : Data([0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 1, 2])
        for step in [1, 2, 7, 64, .max] {
            let found = try records(in: halves + rest + padding, step: step)
            #expect(found.map(\.text) == Array(events[..<2]))
        }
    }

    @Test(arguments: Packing.allCases) func aFileThatIsCutOffGivesTheLinesBefore(packing: Packing) throws {
        // Several blocks, as written by a program that flushes.
        let pieces = stride(from: 0, to: 40, by: 8).map { data(events[$0..<$0 + 8]) }
        let members = pieces.map(packing.pack)
        let whole = members.reduce(Data(), +)
        for length in stride(from: 1, to: whole.count, by: 3) {
            let found = try records(in: whole.prefix(length), name: "a" + packing.ending)
            let complete = members.indices.filter { members[...$0].map(\.count).reduce(0, +) <= length }.count * 8
            #expect(found.count >= complete)
            #expect(found.map(\.text) == Array(events.prefix(found.count)))
        }
    }

    @Test(arguments: Packing.allCases) func damageNeverTakesTheMembersBeforeIt(packing: Packing) throws {
        let members = stride(from: 0, to: 40, by: 8).map { packing.pack(data(events[$0..<$0 + 8])) }
        let whole = members.reduce(Data(), +)
        for place in stride(from: 0, to: whole.count, by: 2) {
            var damaged = whole
            damaged[place] ^= 1 << UInt8(place % 8)
            let found = try records(in: damaged, name: "a" + packing.ending).map(\.text)
            let before = members.indices.filter { members[...$0].map(\.count).reduce(0, +) <= place }.count * 8
            #expect(found.starts(with: events.prefix(before)))
        }
    }

    @Test(arguments: Packing.allCases) func aDamagedTailIsSaidAndRepeatingItChangesNothing(packing: Packing)
        async throws
    {
        try await withLog { log, folder in
            let members = [data(events[..<20]), data(events[20...])].map(packing.pack)
            let whole = members[0] + members[1]
            let path = try whole.dropLast(3).write(to: folder, "a.ndjson" + packing.ending)
            let report = try await log.ingest(path, batchSize: 8)
            #expect(report.outcome.accepted >= 20 && report.outcome.rejected == 0)
            #expect(report.damage?.kind == .noData)
            #expect(report.damage?.description.contains("cut off") == true)
            let before = try await log.rows("SELECT * FROM log.batch ORDER BY position")
            let again = try await log.ingest(path, batchSize: 8)
            #expect(again.outcome.deliveries == 0 && again.damage == report.damage && !again.isSkipped)
            #expect(try await log.rows("SELECT * FROM log.batch ORDER BY position") == before)
            let mended = try await log.ingest(whole.write(to: folder, "b.ndjson" + packing.ending))
            #expect(mended.damage == nil)
            #expect(try await log.rows("SELECT count(*) FROM log.engagement_event") == [["40"]])
            #expect(try await log.rows("SELECT count(*) FROM log.quarantine") == [["0"]])
        }
    }

    /// Records are numbered from 1 in lines, and from 0 in an array.
    @Test(arguments: Packing.allCases, [false, true])
    func anInterruptedCompressedFileGoesOn(packing: Packing, isArray: Bool) async throws {
        try await withLog { log, folder in
            let text = isArray ? "[" + events.joined(separator: ",\n") + "]" : events.joined(separator: "\n")
            let path = try packing.pack(Data(text.utf8)).write(to: folder, isArray ? "a.json" : "a.ndjson")
            try await log.ingest(path, batchSize: 10)
            try await log.forgetBatches(from: isArray ? 30 : 31)
            let report = try await log.ingest(path, batchSize: 10)
            #expect(report.resumedAfterLine == 30 && report.outcome.accepted == 10)
            #expect(report.outcome.duplicates == 0)
            #expect(try await log.ingest(path).isSkipped)
        }
    }

    @Test(arguments: Packing.allCases) func aBombIsOneRejectInBoundedMemory(packing: Packing) async throws {
        // Made of several members, so that the test itself needs little memory.
        let bomb = Array(repeating: packing.pack(Data(count: 1_000_000)), count: 200).reduce(Data(), +)
        try await withLog { log, folder in
            let path = try bomb.write(to: folder, "a.ndjson")
            let before = residentPeak()
            let started = ContinuousClock.now
            let report = try await log.ingest(path)
            #expect(report.outcome.rejectedByReason == [.tooLarge: 1])
            #expect(residentPeak() - before < 64 << 20)
            #expect(ContinuousClock.now - started < .seconds(60))
            #expect(try await log.rows("SELECT byte_count FROM log.quarantine") == [["200000000"]])
        }
    }

    /// Blank lines, a long blank line, white space in an array, and empty arrays: what stands before and behind the
    /// first event, what is repeated, and what stands before and behind the second event.
    @Test(arguments: [
        ["", "\n", "\n", "", ""], ["", "\n", " ", "\n", ""], ["[", ",", " ", "", "]"], ["[", "]", "[]", "[", "]"],
    ])
    func whatIsCompressedIsNotReadFurtherIfItIsMostlyBlank(parts: [String]) throws {
        let blank = String(repeating: parts[2], count: 100_000 / parts[2].utf8.count)
        let text = parts[0] + events[0] + parts[1] + blank + parts[3] + events[1] + parts[4]
        let plain = Data(text.utf8)
        let packed = Packing.zstd.pack(plain)
        for (data, limit, count) in [(packed, 50_000, 1), (packed, 200_000, 2), (plain, 50_000, 2)] {
            let found = try records(in: data, step: 1_024, blankLimit: limit)
            #expect(found.map(\.text) == Array(events[..<count]))
        }
    }

    /// Each event makes up for 65,536 bytes.
    @Test(arguments: [(60_000, 70_000, 5), (100_000, 150_000, 3)])
    func eventsMakeUpForSomeBlankLines(blank: Int, limit: Int, count: Int) throws {
        let lines = String(repeating: "\n", count: 1 + blank)
        let packed = Packing.zstd.pack(Data(events[..<5].joined(separator: lines).utf8))
        let found = try records(in: packed, step: 1_024, blankLimit: limit)
        #expect(found.map(\.text) == Array(events[..<count]))
    }

    @Test func aBombOfBlankIsSaidAndNotReadToItsEnd() async throws {
        let blank = Packing.zstd.pack(Data(repeating: UInt8(ascii: " "), count: 1_000_000))
        let bomb = Packing.zstd.pack(data(events[..<1])) + Array(repeating: blank, count: 300).reduce(Data(), +)
        try await withLog { log, folder in
            let path = try bomb.write(to: folder, "a.ndjson.zst")
            let report = try await log.ingest(path)
            #expect(report.outcome.accepted == 1 && report.outcome.deliveries == 1)
            #expect(report.damage?.kind == .noData)
            #expect(report.damage?.description.contains("mostly blank lines") == true)
            let again = try await log.ingest(path)
            #expect(again.outcome.deliveries == 0 && again.damage == report.damage && !again.isSkipped)
        }
    }

    @Test func aCancelledTaskEndsAmongBlankLines() async throws {
        let blank = Packing.zstd.pack(Data(repeating: UInt8(ascii: "\n"), count: 1_000_000))
        let bomb = Packing.zstd.pack(data(events[..<1])) + Array(repeating: blank, count: 20).reduce(Data(), +)
        let reading = Task {
            try withFile(of: bomb) { descriptor in
                var reader = RecordReader(descriptor: descriptor, path: "-")
                var bytes: [UInt8] = []
                _ = try reader.next(into: &bytes, keeping: 1)
                withUnsafeCurrentTask { task in
                    guard let task else { return }
                    task.cancel()
                }
                do { _ = try reader.next(into: &bytes, keeping: 1) } catch is CancellationError {}
                return reader.offset
            }
        }
        let offset = try await reading.value
        #expect(offset < 1_000_000)
    }

    @Test func aWindowThatTakesTooMuchMemoryIsSaid() async throws {
        try await withLog { log, folder in
            let path = try data(events).zstandard(windowLog: 28).write(to: folder, "a.ndjson.zst")
            let report = try await log.ingest(path)
            #expect(report.outcome.deliveries == 0)
            #expect(report.damage?.description.contains("128 MiB") == true)
        }
    }

    @Test(arguments: Packing.allCases) func aCompressedFileWithoutAByteIsCutOff(packing: Packing) async throws {
        try await withLog { log, folder in
            let report = try await log.ingest(Data().write(to: folder, "a.ndjson" + packing.ending))
            #expect(report.outcome.deliveries == 0 && report.damage?.kind == .noData)
            #expect(report.damage?.description.contains("cut off") == true)
            let nothing = try await log.ingest(packing.pack(Data()).write(to: folder, "b.ndjson" + packing.ending))
            #expect(nothing.outcome.deliveries == 0 && nothing.damage == nil)
            let empty = try await log.ingest(Data().write(to: folder, "c.ndjson"))
            #expect(empty.outcome.deliveries == 0 && empty.damage == nil)
        }
    }

    @Test func aNameThatPromisesTooMuchDoesNoHarm() async throws {
        try await withLog { log, folder in
            #expect(try await log.ingest(data(events).write(to: folder, "a.ndjson.gz")).outcome.accepted == 40)
            let report = try await log.ingest(Data("no gzip\n".utf8).write(to: folder, "b.ndjson.gz"))
            #expect(report.outcome.deliveries == 0 && report.damage?.kind == .noData)
        }
    }
}

/// Returns the process's peak memory in bytes.
private func residentPeak() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1_024
}
