import Foundation
import TestSupport
import Testing

/// A request as one of Segment's libraries sends it, by its public source. The data is invented.
struct LibraryRequest: Sendable, CustomTestStringConvertible {
    /// The library and the version that was read.
    let library: String
    let path: String
    var headers: [String] = []
    /// Whether it sends its key in Authorization.
    var isBasic = false
    var isGzip = false
    /// Whether it sends the body in chunks, without its length.
    var isChunked = false
    /// How many calls of the body are no events.
    var ignored = 0
    /// The body; the argument is the key.
    let body: @Sendable (_ key: String) -> String

    var testDescription: String { library }

    /// Sends it with a key.
    func send(_ bench: CollectorBench, key: String, more: [String] = []) async throws -> Reply {
        let text = body(key)
        let bytes = isGzip ? try gzipped(text) : Array(text.utf8)
        var fields = headers + more
        if isBasic { fields.append("Authorization: Basic " + Data("\(key):".utf8).base64EncodedString()) }
        guard isChunked else { return try await bench.request("POST", path, fields, body: bytes) }
        let lines = ["POST \(path) HTTP/1.1", "Host: test", "Transfer-Encoding: chunked"] + fields
        return try await bench.connect { connection in
            connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            connection.send(String(bytes.count, radix: 16) + "\r\n")
            connection.send(bytes)
            connection.send("\r\n0\r\n\r\n")
            return try #require(connection.receive())
        }
    }
}

extension LibraryRequest {
    /// All libraries, each in the ways in which it sends.
    static let all = [
        swift, kotlin, reactNative, browser, browserRetry, browserBatch, node, python, compressedPython, java, cSharp,
    ]

    private static let json = ["Content-Type: application/json; charset=utf-8"]

    static let swift = LibraryRequest(
        library: "analytics-swift 1.9.4", path: "/v1/b",
        headers: json + ["User-Agent: analytics-ios/1.9.4", "Accept-Encoding: gzip"],
        body: { batch([track(mobile("analytics-swift", os: "iOS", "17.4.1", more: instance))], key: $0) })

    static let kotlin = LibraryRequest(
        library: "analytics-kotlin 1.24.1", path: "/v1/b",
        headers: ["Content-Type: text/plain", "Content-Encoding: gzip", "User-Agent: analytics-kotlin/1.24.1"],
        isGzip: true, isChunked: true,
        body: { batch([track(mobile("analytics-kotlin", os: "Android", "14", more: #","traits":{}"#))], key: $0) })

    static let reactNative = LibraryRequest(
        library: "analytics-react-native 2.21.4", path: "/v1/b", headers: json, ignored: 1,
        body: { key in
            let context = mobile("analytics-react-native", os: "iPhone OS", "16.7", more: instance)
            let screen = #"{"type":"screen","name":"Home","messageId":"m","context":\#(context)}"#
            return batch([screen, track(context)], key: key)
        })

    static let browser = LibraryRequest(
        library: "analytics-next 1.84.1, call by call", path: "/v1/t", headers: plain, isBasic: true,
        body: { track(page, of: "ajs-next-1772352910000-1", more: single($0)) })

    static let browserRetry = LibraryRequest(
        library: "analytics-next 1.84.1 again after a failure", path: "/v1/t",
        headers: plain + ["X-Retry-Count: 1"], isBasic: true,
        body: { track(page, of: "ajs-next-1772352910000-2", more: single($0) + #","userId":null"#) })

    static let browserBatch = LibraryRequest(
        library: "analytics-next 1.84.1, in batches", path: "/v1/b", headers: plain, isBasic: true,
        body: { batch([track(page, of: "ajs-next-1772352910000-3", more: #","writeKey":"\#($0)""#)], key: $0) })

    static let node = LibraryRequest(
        library: "analytics-node 3.1.0", path: "/v1/batch",
        headers: ["Content-Type: application/json", "User-Agent: analytics-node-next/latest"], isBasic: true,
        body: { key in
            let call = """
                {"type":"track","event":"notification_sent","userId":"user-7","messageId":"node-next-1772352910000-1",\
                "timestamp":"2026-03-01T08:15:10.000Z","properties":{"notification_id":"n-1","campaign":"spring"},\
                "context":{"library":{"name":"@segment/analytics-node","version":"3.1.0"}},"integrations":{},\
                "_metadata":{"nodeVersion":"v22.1.0","jsRuntime":"node"}}
                """
            return batch([call], key: key)
        })

    static let python = LibraryRequest(
        library: "analytics-python 2.3.4", path: "/v1/batch",
        headers: ["Content-Type: application/json", "User-Agent: analytics-python/2.3.4"], body: pythonBody)

    static let compressedPython = LibraryRequest(
        library: "analytics-python 2.3.4, compressed", path: "/v1/batch",
        headers: ["Content-Type: application/json", "Content-Encoding: gzip"], isGzip: true, body: pythonBody)

    static let java = LibraryRequest(
        library: "analytics-java 3.5.5", path: "/v1/import/",
        headers: ["Content-Type: application/json; charset=UTF-8", "User-Agent: analytics-java/3.5.5"], isBasic: true,
        body: { key in
            let call = """
                {"type":"track","messageId":"1f2e3d4c-5b6a-4798-8776-655443322110","userId":"user-7",\
                "timestamp":"2026-03-01T08:15:10.000Z","event":"notification_sent",\
                "properties":{"notification_id":"n-1","campaign":"spring"}}
                """
            return #"{"batch":[\#(call)],"sentAt":"2026-03-01T08:15:30.000Z","sequence":1,"writeKey":"\#(key)","#
                + #""context":{"library":{"name":"analytics-java","version":"3.5.5"}}}"#
        })

    /// It sends no Content-Type, and the system as one text.
    static let cSharp = LibraryRequest(
        library: "Analytics-CSharp 2.6.0", path: "/v1/b", headers: ["Content-Encoding: gzip", "Accept: text/plain"],
        isGzip: true,
        body: { key in
            let call = """
                {"type":"track","event":"notification_sent","anonymousId":"3f2504e0-4f89-41d3-9a0c-0305e82c3301",\
                "messageId":"1f2e3d4c-5b6a-4798-8776-655443322111","userId":"",\
                "timestamp":"2026-03-01T08:15:10.0000000Z",\
                "properties":{"notification_id":"n-1","campaign":"spring"},"integrations":{},\
                "context":{"library":{"name":"Analytics-CSharp","version":"2.6.0"},"os":"Darwin 23.4.0",\
                "platform":"Unity"}}
                """
            return batch([call], key: key, sentAt: "2026-03-01T08:15:30.1234567Z")
        })
}

extension LibraryRequest {
    private static let plain = ["Content-Type: text/plain", "Origin: https://shop.example.com"]
    private static let instance = #","instanceId":"0B7E5A3C-5D0E-4B0B-9C7D-4F1B2A3C4D5E","userAgent":"test""#

    private static func single(_ key: String) -> String {
        #","writeKey":"\#(key)","sentAt":"2026-03-01T08:15:11.000Z","_metadata":{"bundled":["Segment.io"]}"#
    }

    /// The `context` of a web page: it knows no system and no app.
    private static let page = """
        {"page":{"path":"/","referrer":"","search":"","title":"Shop","url":"https://shop.example.com/"},\
        "userAgent":"Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)","locale":"ja-JP","timezone":"Asia/Tokyo",\
        "library":{"name":"analytics.js","version":"npm:next-1.84.1"}}
        """

    /// The `context` of a phone.
    private static func mobile(_ library: String, os: String, _ version: String, more: String) -> String {
        """
        {"app":{"name":"Shop","version":"5.12.0","build":"512","namespace":"com.example.shop"},\
        "device":{"id":"A1B2","manufacturer":"x","model":"iPhone15,3","name":"Phone","type":"ios"},\
        "library":{"name":"\(library)","version":"1"},"locale":"ja-JP","network":{"cellular":false,"wifi":true},\
        "os":{"name":"\(os)","version":"\(version)"},"screen":{"width":390,"height":844},\
        "timezone":"Asia/Tokyo"\(more)}
        """
    }

    private static func track(
        _ context: String, of id: String = "6F9619FF-8B86-4011-B42D-00C04FC964FF", more: String = ""
    ) -> String {
        """
        {"type":"track","event":"prompt_granted","messageId":"\(id)",\
        "anonymousId":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","timestamp":"2026-03-01T08:15:10.000Z",\
        "context":\(context),"properties":{},"integrations":{}\(more)}
        """
    }

    private static func batch(
        _ calls: [String], key: String, sentAt: String = "2026-03-01T08:15:30.000Z"
    ) -> String {
        #"{"batch":[\#(calls.joined(separator: ","))],"sentAt":"\#(sentAt)","writeKey":"\#(key)"}"#
    }

    private static let pythonBody: @Sendable (String) -> String = { key in
        let context = """
            {"os":{"name":"iOS","version":"17.4"},"library":{"name":"analytics-python","version":"2.3.4"}}
            """
        let call = track(context, more: #","userId":null"#)
            .replacing("2026-03-01T08:15:10.000Z", with: "2026-03-01T08:15:10.000+00:00")
        return batch([call], key: key, sentAt: "2026-03-01T08:15:30.123456+00:00")
    }
}
