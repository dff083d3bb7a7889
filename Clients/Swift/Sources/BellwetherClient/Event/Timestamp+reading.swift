extension Timestamp {
    /// Reads a text that `write` wrote. Returns nil of any other.
    package init?(reading text: ArraySlice<UInt8>) {
        let bytes = Array(text)
        guard bytes.count == Timestamp.length, bytes[25] != 0 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0 as Int?) { sum, byte in
                (48...57).contains(byte) ? sum.map { $0 * 10 + Int(byte - 48) } : nil
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let fraction = number(20..<26), let offsetHour = number(27..<29), let offsetMinute = number(30..<32)
        else { return nil }
        let offset = (offsetHour * 60 + offsetMinute) * (bytes[26] == UInt8(ascii: "-") ? -1 : 1)
        let days = Timestamp.days(year: year, month: month, day: day)
        let seconds = (days * 24 + hour) * 3_600 + (minute - offset) * 60 + second
        self.init(microseconds: Int64(seconds) * 1_000_000 + Int64(fraction), offset: offset)
        guard self.text.utf8.elementsEqual(bytes) else { return nil }
    }

    /// Counts the days from 1970-01-01 to a date. Howard Hinnant, as above.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let yearOfEra = y % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return y / 400 * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
