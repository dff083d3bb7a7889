import CPostgres

extension Parameter {
    /// The bytes that libpq sends: text ends with a zero, `bytea` with its length.
    var octets: [UInt8]? {
        switch self {
        case .null: nil
        case .text(let text): Array(text.utf8) + [0]
        case .bytes(let bytes): bytes
        }
    }

    /// 0 for text, 1 for binary.
    var format: Int32 { if case .bytes = self { 1 } else { 0 } }
}

/// Calls `body` with pointers to the byte strings, nil for nil. They live as long as the call.
func withOctets<Value>(_ octets: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    let copies = octets.map { bytes -> UnsafeMutableBufferPointer<UInt8>? in
        bytes.map { bytes in
            // One byte more, so that an empty value still has an address: a null pointer would mean NULL.
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
            _ = copy.initialize(from: bytes + [0])
            return copy
        }
    }
    defer { for copy in copies { copy?.deallocate() } }
    return body(copies.map { $0.flatMap { UnsafeRawPointer($0.baseAddress!).assumingMemoryBound(to: CChar.self) } })
}

/// Calls `body` with C strings and the null pointer that ends libpq's lists.
func withCStrings<Value>(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    withOctets(strings.map { Array($0.utf8) + [0] }) { body($0 + [nil]) }
}

extension PostgresError {
    /// The error that an answer of the server carries.
    init(answer: OpaquePointer, statement: String) {
        func field(_ code: Character) -> String? {
            PQresultErrorField(answer, Int32(code.asciiValue!)).map { String(cString: $0) }
        }
        let state = field("C")
        let kind: Kind = state == "57014" ? .cancelled : Self.endsConnection(state) ? .connection : .server
        let message = field("M") ?? String(cString: PQresultErrorMessage(answer))
        self.init(
            kind: kind, sqlState: state, message: Self.withoutValues(message, state), constraint: field("n"),
            statement: statement)
    }

    /// Class 08, the codes by which a server says goodbye (57P01…57P05), and none: then libpq itself gave up, as it does
    /// where it could not send, before it takes the connection for lost. And 25006: a server that takes no writes, such as a
    /// primary that another took the place of, is not the one that we need.
    private static func endsConnection(_ state: String?) -> Bool {
        state.map { $0.hasPrefix("08") || $0.hasPrefix("57P0") || $0 == "25006" } ?? true
    }

    /// A data exception (class 22) ends its message with the value: `invalid input syntax for type uuid: "…"`.
    private static func withoutValues(_ message: String, _ state: String?) -> String {
        guard state?.hasPrefix("22") == true, let quote = message.firstIndex(of: "\"") else { return message }
        return String(message[..<quote].reversed().drop { $0 == " " || $0 == ":" }.reversed())
    }
}
