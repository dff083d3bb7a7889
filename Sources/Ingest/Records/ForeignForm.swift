/// A form of data that is no JSON in UTF-8, recognised by its first bytes.
struct ForeignForm: Sendable, Hashable {
    /// Such as "a zip archive".
    let name: String
    /// What to do with it, as a clause.
    let remedy: String

    /// Bytes needed to recognise a form.
    static let headLength = 4

    private static let unpack = "unpack it and ingest the files in it"
    private static let unpackOrConvert = "unpack the archive, or convert the workbook"
    private static let convert = "convert it to lines of JSON"
    private static let recode = "convert it to UTF-8 with `iconv`"

    /// The forms with the bytes that they begin with. No text of JSON begins with any of these.
    private static let all: [(head: [UInt8], name: String, remedy: String)] = [
        (Array("PK\u{3}\u{4}".utf8), "a zip archive or an Excel workbook", unpackOrConvert),
        (Array("PK\u{5}\u{6}".utf8), "an empty zip archive", unpack),
        ([0x37, 0x7A, 0xBC, 0xAF], "a 7-Zip archive", unpack),
        (Array("Rar!".utf8), "a RAR archive", unpack),
        (Array("BZh".utf8), "compressed with bzip2", unpack),
        ([0xFD, 0x37, 0x7A, 0x58], "compressed with xz", unpack),
        (Array("LZIP".utf8), "compressed with lzip", unpack),
        ([0x04, 0x22, 0x4D, 0x18], "compressed with LZ4", unpack),
        ([0xFF, 0x06, 0x00, 0x00], "compressed with Snappy", unpack),
        ([0x1F, 0x9D], "compressed with compress", unpack),
        ([0x1F, 0x8B], "compressed twice with gzip", unpack),
        ([0x28, 0xB5, 0x2F, 0xFD], "compressed twice with zstd", unpack),
        (Array("PAR1".utf8), "a Parquet file", convert),
        (Array("Obj\u{1}".utf8), "an Avro file", convert),
        (Array("SEQ\u{6}".utf8), "a Hadoop sequence file", convert),
        (Array("SQLi".utf8), "an SQLite database", convert),
        (Array("PGDM".utf8), "a dump of PostgreSQL", convert),
        ([0x89, 0x48, 0x44, 0x46], "an HDF5 file", convert),
        ([0xD0, 0xCF, 0x11, 0xE0], "an old Excel workbook", convert),
        (Array("%PDF".utf8), "a PDF file", convert),
        (Array("bpli".utf8), "a binary property list", convert),
        ([0xFF, 0xFE, 0x00, 0x00], "text in UTF-32", recode),
        ([0x00, 0x00, 0xFE, 0xFF], "text in UTF-32", recode),
        ([0xFF, 0xFE], "text in UTF-16", recode),
        ([0xFE, 0xFF], "text in UTF-16", recode),
    ]

    /// What POSIX's and GNU's tar write at byte 257. The zero tells it from a word in a text of JSON, which has none.
    private static let tarMarks = ["ustar\0", "ustar  \0"]

    /// Recognises the form of data by its first bytes, at least `headLength` or all; nil if they may be JSON.
    init?(head bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.headLength))
        if let form = Self.all.first(where: { head.starts(with: $0.head) }) {
            (name, remedy) = (form.name, form.remedy)
        } else if Self.tarMarks.contains(where: { bytes.dropFirst(257).starts(with: $0.utf8) }) {
            (name, remedy) = ("a tar archive", Self.unpack)
        } else if head.isWideText {
            (name, remedy) = ("text in UTF-16 or UTF-32", Self.recode)
        } else {
            return nil
        }
    }
}

extension [UInt8] {
    /// Whether zeros surround an ASCII character, as in UTF-16 and UTF-32 without a byte order mark.
    fileprivate var isWideText: Bool {
        count == 4 && contains(0) && contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
            && allSatisfy { $0 < 0x80 }
    }
}
