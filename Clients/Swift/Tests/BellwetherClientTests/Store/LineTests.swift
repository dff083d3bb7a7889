@testable import BellwetherClient
import Foundation
import Testing

@Suite struct LineTests {
    /// A segment of three lines, with the range of each including its end.
    private let segment: (bytes: [UInt8], lines: [(range: Range<Int>, events: [[UInt8]])]) = {
        let recorder = Recorder()
        var bytes: [UInt8] = []
        var lines: [(Range<Int>, [[UInt8]])] = []
        for number in 0..<3 {
            let events = (0..<number).map { _ in recorder.opened() }
            let id = "8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b"
            let line = ByteWriter.bytes {
                $0.line(
                    launch: 0xBEEF_0001, uptime: Int64(number) * 1_000, state: number == 1 ? [] : JourneyState().json,
                    prefix: .object("installation_id", id), events)
            }
            let stored = events.map { Array("{\"installation_id\":\"\(id)\",".utf8) + $0.dropFirst() }
            lines.append((bytes.count..<bytes.count + line.count, stored))
            bytes += line
        }
        return (bytes, lines)
    }()

    @Test func aLineIsReadAsItWasWritten() throws {
        let (lines, damaged) = Line.lines(in: segment.bytes)
        #expect(damaged == 0 && lines.count == 3)
        #expect(lines.map(\.uptime) == [0, 1_000, 2_000])
        #expect(lines.allSatisfy { $0.launch == 0xBEEF_0001 })
        #expect(lines.map { $0.state.isEmpty } == [false, true, false])
        #expect(lines.map { $0.events.count } == [0, 1, 2])
        let event = try #require(JSONSerialization.jsonObject(with: Data(lines[1].events[0])) as? [String: Any])
        #expect(event["installation_id"] as? String == "8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b")
        #expect((event["data"] as? [String: Any])?["campaign"] as? String == "spring\tsale\n\"x\"")
    }

    @Test func aCutAtAnyByteLosesOnlyTheLineThatItCuts() {
        for length in 0...segment.bytes.count {
            let read = Line.lines(in: Array(segment.bytes[..<length])).intact
            // The newline itself carries nothing.
            let whole = segment.lines.filter { $0.range.upperBound - 1 <= length }
            #expect(read.map { $0.events.map(Array.init) } == whole.map(\.events), "cut at \(length)")
        }
    }

    @Test func aFlippedByteLosesOnlyItsLine() {
        for place in segment.bytes.indices {
            for bit in 0..<8 {
                var bytes = segment.bytes
                bytes[place] ^= 1 << bit
                let (read, damaged) = Line.lines(in: bytes)
                let whole = segment.lines.filter { !$0.range.contains(place) }
                #expect(read.map { $0.events.map(Array.init) } == whole.map(\.events), "bit \(bit) of byte \(place)")
                #expect(damaged > 0)
            }
        }
    }

    @Test func pagesOfZerosLoseNothingButWhatTheyCover() {
        let zeros = [UInt8](repeating: 0, count: 4_096)
        #expect(Line.lines(in: segment.bytes + zeros).intact.count == 3)
        #expect(Line.lines(in: zeros).intact.isEmpty)
        var hole = segment.bytes
        for place in segment.lines[1].range { hole[place] = 0 }
        #expect(Line.lines(in: hole).intact.map(\.uptime) == [0, 2_000])
        #expect(Line.lines(in: segment.bytes + zeros + segment.bytes).intact.count == 6)
    }

    @Test func aLineAfterOneThatWasNotWrittenWholeIsFound() {
        for length in segment.lines[1].range.dropFirst() {
            let bytes = Array(segment.bytes[..<length] + segment.bytes[segment.lines[2].range])
            #expect(Line.lines(in: bytes).intact.last?.uptime == 2_000)
        }
    }

    @Test func theLastLineIsFoundFromTheEnd() {
        func uptime(_ bytes: [UInt8]) -> Int64? { Line.last(in: bytes, where: { !$0.state.isEmpty })?.uptime }
        #expect(uptime(segment.bytes) == 2_000)
        #expect(uptime(segment.bytes.dropLast(2)) == 0)
        #expect(uptime(segment.bytes + [UInt8](repeating: 0, count: 4_096)) == 2_000)
        #expect(uptime(segment.bytes.dropLast(5) + segment.bytes) == 2_000)
        #expect(uptime(Array(segment.bytes[segment.lines[1].range])) == nil)
        #expect(uptime([]) == nil)
    }

    @Test func theChecksumIsTheOneOfISO3309() {
        #expect(Line.checksum(of: Array("123456789".utf8)[...]) == 0xCBF4_3926)
        #expect(Line.checksum(of: []) == 0)
    }
}
