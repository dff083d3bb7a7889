/// Makes untrusted text safe to print: no control sequence reaches the terminal, and the width is known.
extension String {
    /// The string with every unprintable character written as escapes of its bytes, such as `\x1B`.
    var visible: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isShown {
                text.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 { text += byte.escaped }
            }
        }
    }

    /// Decodes UTF-8. Bytes that are not valid UTF-8 or are unprintable become escapes such as `\xC3`.
    init(visible bytes: [UInt8]) {
        self = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            let good = Self.validPrefix(rest)
            self += String(decoding: rest[..<good], as: UTF8.self).visible
            rest = rest[good...]
            if let bad = rest.popFirst() { self += bad.escaped }
        }
    }

    /// Returns the index of the first byte that is not valid UTF-8, or the end.
    private static func validPrefix(_ bytes: ArraySlice<UInt8>) -> Int {
        do {
            _ = try bytes.withUnsafeBufferPointer { try UTF8Span(validating: $0.span).count }
            return bytes.endIndex
        } catch let error as Unicode.UTF8.ValidationError {
            return bytes.startIndex + error.byteOffsets.lowerBound
        } catch {
            return bytes.startIndex
        }
    }

    /// The width of the string in columns of a terminal.
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

    /// Returns the string padded with spaces to a width.
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

    /// Returns the string, cut at the end to a width, with "…" if anything was cut.
    func clipped(_ width: Int) -> String {
        columns <= width ? self : String(Self.fitting(unicodeScalars, width - 1)) + "…"
    }

    /// Returns the string, cut at the start to a width, with "…" if anything was cut.
    func clippedFront(_ width: Int) -> String {
        guard columns > width else { return self }
        let end = Self.fitting(unicodeScalars.reversed(), width - 1)
        return "…" + String(UnicodeScalarView(end.reversed()))
    }

    private static func fitting(_ scalars: some Sequence<Unicode.Scalar>, _ width: Int) -> UnicodeScalarView {
        var (taken, left) = (UnicodeScalarView(), width)
        for scalar in scalars {
            left -= scalar.columns
            guard left >= 0 else { break }
            taken.append(scalar)
        }
        return taken
    }
}

extension UInt8 {
    /// The byte as `\x` and two hexadecimal digits.
    fileprivate var escaped: String {
        let digits = String(self, radix: 16, uppercase: true)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }
}

extension Unicode.Scalar {
    /// Whether the character is printable: not a control, format, private-use or unassigned character or a line break.
    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// The width in columns: 0 for combining marks, 2 for wide East Asian characters and emoji (Unicode Annex 11,
    /// approximated by blocks), otherwise 1.
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
