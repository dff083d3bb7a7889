/// Text of strangers on a terminal: nothing in it steers the terminal, and its width is known.
extension String {
    /// The same with all that does not show as what it is written as `\x1B`, byte by byte.
    var visible: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isShown {
                text.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 { text += byte.escaped }
            }
        }
    }

    /// Bytes as text, what is not UTF-8 or does not show written as `\xC3`.
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

    /// Where the bytes stop being UTF-8.
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

    /// The columns of a terminal that it takes.
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

    /// With spaces behind it, up to a width.
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

    /// Its beginning, with … if there was more.
    func clipped(_ width: Int) -> String {
        columns <= width ? self : String(Self.fitting(unicodeScalars, width - 1)) + "…"
    }

    /// Its end, with … if there was more.
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
    /// `\x` and two hexadecimal digits.
    fileprivate var escaped: String {
        let digits = String(self, radix: 16, uppercase: true)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }
}

extension Unicode.Scalar {
    /// Neither a control, format, private or unassigned character nor a line break.
    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// 0 for marks on another character, 2 for the wide ones of East Asia and emoji (Unicode Annex 11, by blocks).
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
