import CPostgres

extension Parameter {
    /// The bytes to pass to libpq, nil for NULL. Text ends with a zero; the length of `bytea` is passed separately.
    var octets: [UInt8]? {
        switch self {
        case .null: nil
        case .text(let text): Array(text.utf8) + [0]
        case .bytes(let bytes): bytes
        }
    }

    /// The format code of libpq: 0 for text, 1 for binary.
    var format: Int32 { if case .bytes = self { 1 } else { 0 } }
}

/// Calls `body` with pointers to copies of the byte strings, nil for nil. The pointers are valid only during the call.
func withOctets<Value>(_ octets: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    let copies = octets.map { bytes -> UnsafeMutableBufferPointer<UInt8>? in
        bytes.map { bytes in
            // Allocate one extra byte so that an empty value has an address too: libpq reads a null pointer as NULL.
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
            _ = copy.initialize(from: bytes + [0])
            return copy
        }
    }
    defer { for copy in copies { copy?.deallocate() } }
    return body(copies.map { $0.flatMap { UnsafeRawPointer($0.baseAddress!).assumingMemoryBound(to: CChar.self) } })
}

/// Calls `body` with C strings and a null pointer at the end, as libpq's lists require.
func withCStrings<Value>(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    withOctets(strings.map { Array($0.utf8) + [0] }) { body($0 + [nil]) }
}

extension PostgresError {
    /// Creates the error that a result from the server describes.
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

    /// Returns whether an error with this SQLSTATE means that the connection is lost or useless:
    /// - Class 08, and the codes of a server that is shutting down (57P01…57P05).
    /// - 25P03: the session waited too long for the next statement of its transaction, and the server ended it.
    /// - No code: libpq itself gave up, for example because it could not send, before it marked the connection as bad.
    /// - 25006: the server accepts no writes, for example because it is a former primary that has been replaced.
    private static func endsConnection(_ state: String?) -> Bool {
        state.map { $0.hasPrefix("08") || $0.hasPrefix("57P0") || ["25006", "25P03"].contains($0) } ?? true
    }

    /// Removes the value with which the message of a data exception (class 22) ends, for example `invalid input syntax
    /// for type uuid: "…"`.
    private static func withoutValues(_ message: String, _ state: String?) -> String {
        guard state?.hasPrefix("22") == true, let quote = message.firstIndex(of: "\"") else { return message }
        return String(message[..<quote].reversed().drop { $0 == " " || $0 == ":" }.reversed())
    }
}
