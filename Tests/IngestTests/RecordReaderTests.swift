import Foundation
import Glibc
import Ingest
import Testing

/// A record in a form that tests compare: its number, the kept beginning, and the length if that is longer.
struct Found: Equatable {
    var number: Int
    var text: String
    var length: Int
    var isStray = false
}

/// Calls `body` with an open file that holds the data.
func withFile<Result>(of data: Data, _ body: (Int32) throws -> Result) rethrows -> Result {
    var path = Array("/tmp/bellwether-records-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    unlink(path)
    defer { close(descriptor) }
    data.withUnsafeBytes { bytes in
        var written = 0
        while written < bytes.count {
            written += write(descriptor, bytes.baseAddress! + written, bytes.count - written)
        }
    }
    lseek(descriptor, 0, SEEK_SET)
    return try body(descriptor)
}

/// Splits data that is read in steps of `step` bytes.
func records(
    in data: Data, _ splitter: Splitter? = nil, step: Int = .max, keeping limit: Int = 65_536, name: String = "-",
    blankLimit: Int = RecordReader.blankLimit
) throws -> [Found] {
    try withFile(of: data) { descriptor in
        var reader = RecordReader(
            descriptor: descriptor, path: name, splitter: splitter, stepSize: step, blankLimit: blankLimit)
        var found: [Found] = []
        var bytes: [UInt8] = []
        while let record = try reader.next(into: &bytes, keeping: limit) {
            found.append(
                Found(
                    number: record.number, text: String(decoding: bytes, as: UTF8.self), length: record.length,
                    isStray: record.isStray))
        }
        return found
    }
}

func records(in text: String, _ splitter: Splitter? = nil, step: Int = .max) throws -> [Found] {
    try records(in: Data(text.utf8), splitter, step: step)
}

extension String {
    /// The text without surrounding whitespace.
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

private func texts(_ text: String, _ splitter: Splitter? = nil, step: Int = .max) throws -> [String] {
    try records(in: text, splitter, step: step).map(\.text)
}

@Suite struct RecordReaderTests {
    @Test func theElementsOfAnArrayAreItsOwnBytesCountedFromZero() throws {
        let found = try records(
            in: "\u{FEFF} \r\n[ {\"a\" : 1 } ,{\"b\":[1,{\"c\":\"]\"}]},\n\t[ 2 ] , 3,\"x\" , null ]\n")
        #expect(found.map(\.text) == ["{\"a\" : 1 }", "{\"b\":[1,{\"c\":\"]\"}]}", "[ 2 ]", "3", "\"x\"", "null"])
        #expect(found.map(\.number) == [0, 1, 2, 3, 4, 5])
        #expect(found.allSatisfy { !$0.isStray && $0.length == $0.text.utf8.count })
    }

    @Test func bracketsCommasAndEscapesInStringsEndNothing() throws {
        let elements = [#"{"a":"],}{[","b":"\"]"}"#, #"{"\\":"\\\"\\"}"#, #"{"é":"\u005d"}"#]
        #expect(try texts("[" + elements.joined(separator: ",") + "]") == elements)
    }

    @Test(arguments: ["[]", " [ ] \n", "\u{FEFF}[]", "[][]", "", " \n "]) func anEmptyArrayHasNoRecord(text: String)
        throws
    {
        #expect(try texts(text, .json).isEmpty)
    }

    @Test func whatFollowsGarbageInAnArrayIsOneRecord() throws {
        for (text, stray) in [
            ("[{} {},{}]", "{},{}]"), ("[{},,{}]", ",{}]"), ("[{},]", "]"), ("[{}}]", "}]"),
            ("[{}:1,\n{}]", ":1,\n{}]"),
        ] {
            let found = try records(in: text)
            #expect(found.map(\.text) == ["{}", stray], "\(text)")
            #expect(found.map(\.isStray) == [false, true], "\(text)")
        }
    }

    @Test func garbageBehindAnArrayIsOneRecordALine() throws {
        let found = try records(in: "[{\"a\":1}] x, {}\n{\"b\":2}\n")
        #expect(found.map(\.text) == ["{\"a\":1}", "x, {}", "{\"b\":2}"])
        #expect(found.map(\.isStray) == [false, true, false])
    }

    @Test func anElementThatIsCutOffByTheEndIsARecord() throws {
        #expect(try texts("[{},{\"a\":\"x") == ["{}", "{\"a\":\"x"])
        #expect(try texts("[{},") == ["{}"])
        #expect(try texts("[1", .json) == ["1"])
    }

    @Test func anObjectOverSeveralLinesIsOneRecord() throws {
        let object = "{\n  \"a\": [\n    1,\n    {}\n  ]\n}"
        #expect(try texts(object + "\n") == [object])
        #expect(try texts(object + "\n" + object + "\r\n") == [object, object])
        #expect(try texts("{\"a\": 1,\n \"b\": 2}") == ["{\"a\": 1,\n \"b\": 2}"])
        #expect(try texts("{\"a\":\n1}", .json) == ["{\"a\":\n1}"])
    }

    @Test func linesStayLinesWhateverIsWrongWithTheFirst() throws {
        for first in ["{\"a\":1}", "{\"a\":", "{", "{\"a\":1,", "{\"a", "x", "}", "\"", "{}{", "{\"a\":[1,{"] {
            #expect(try texts(first + "\n{\"b\":2}\n") == [first, "{\"b\":2}"], "\(first)")
        }
    }

    @Test(arguments: [
        "[2026-01-01 12:00:00,123] INFO started", "[2026-01-01T12:00:00Z] {\"a\":1}", "[INFO] a, b", "[12] started",
        "[01 x, y", "[null] started, at last", "[[main] x, y]", "[\"a\"] b, c", "[\"a, b", "[,{}]", "[1]", "[\"a\"]",
        "[[{}]]", "[[",
    ]) func aLineThatMerelyBeginsWithABracketIsALine(first: String) throws {
        for next in ["{\"b\":2}", "[{\"b\":2}]", "]"] {
            for text in ["\(first)\n\(next)\n", "\n \(first)\r\n\(next)"] {
                let whole = try records(in: text)
                #expect(whole.map(\.text.trimmed) == [first, next], "\(text)")
                for step in 1...text.utf8.count { #expect(try records(in: text, step: step) == whole) }
            }
        }
    }

    @Test func anArrayIsOneWhateverItsFirstElementIs() throws {
        for first in ["1", "-2.5e3", "null", "true", "\"a\"", "\"],\"", "[1, [{}]]"] {
            for space in ["", " ", "\n", " \r\n\t"] {
                #expect(try texts("[\(space)\(first) ,\n{\"b\":2}\n]") == [first, "{\"b\":2}"], "\(first)")
            }
        }
        for empty in ["[", " [ \n", "[]", "[\n]\n"] { #expect(try texts(empty).isEmpty) }
        #expect(try texts("[]\n{\n\"b\": 2}") == ["{\n\"b\": 2}"])
    }

    @Test func piecesOfAnySizeGiveTheSameRecords() throws {
        let sources = [
            "\u{FEFF}\r\n {\"a\":\"é\\\\\"}\r\n\n\t\r\nbad\r\r\n{\"b\":[1,\"]\"]}",
            "\u{FEFF} [{\"a\":\"é\\\\\\\"]\"} , 12 ,[[]],\"\\\"\",true]\nx\r\n[{}]{\n}[{} 1,\n2]",
            "{\r\n  \"a\": [\n{}, \"}\" ]\n}\n\n{\n}\n", "[{},{\"a\":1", "[1,2", "[tru",
            "[\n \"a,]\" , {\n}]", "\u{FEFF}\n[null ,{}", "[ \n]{\n}",
        ]
        for source in sources {
            let whole = try records(in: source)
            for step in 1...source.utf8.count {
                #expect(try records(in: source, step: step) == whole)
                for packing in Packing.allCases {
                    let packed = packing.pack(Data(source.utf8))
                    #expect(try records(in: packed, step: step) == whole)
                }
            }
        }
    }

    @Test(arguments: [65_535, 65_536, 65_537, 300_000]) func ofALongElementTheBeginningIsKept(length: Int) throws {
        let element = "{\"a\":\"" + String(repeating: "x", count: length - 8) + "\"}"
        let found = try records(in: "[{}, \(element) ,{}]")
        #expect(found.map(\.length) == [2, length, 2])
        #expect(found.map(\.text.utf8.count) == [2, min(length, 65_536), 2])
    }

    @Test func nestingOfAnyDepthIsOneElement() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try records(in: "[{}," + deep).map(\.length) == [2, 100_000])
    }
}
